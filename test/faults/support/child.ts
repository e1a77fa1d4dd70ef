import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { programOf } from "../../support/program"
import type { Order } from "./ledger-process"

let program: string | undefined

/** Starts a process that loads the ledger and waits for what it is to do. */
export function startChild(): ChildProcess {
  const { NODE_OPTIONS: _options, ...env } = process.env
  program ??= programOf("test/faults/support/ledger-process.ts")
  return spawn(process.execPath, [program], { env, stdio: ["pipe", "pipe", "pipe"] })
}

/** Has it do that. Answers how it ended: `SIGKILL` when it was killed, else its exit status and what it printed. */
export async function give(child: ChildProcess, order: Order): Promise<string> {
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => (output += text))
  const ended = once(child, "exit")
  child.stdin?.end(`${JSON.stringify(order)}\n`)
  const [code, signal] = await ended
  return signal ?? `${code}: ${output}`
}
