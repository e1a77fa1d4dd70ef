import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { programOf } from "../../support/program"
import type { Order } from "./ledger-process"

let program: string | undefined

export type Child = { process: ChildProcess; output: () => string }

/** Starts a process that loads the ledger and waits for what it is to do. */
export function startChild(failpoint: string): Child {
  const { NODE_OPTIONS: _options, ...env } = process.env
  program ??= programOf("test/faults/support/ledger-process.ts", {
    "@medusajs/framework/utils": "test/support/medusa/utils.js",
  })
  const child = spawn(process.execPath, [program], {
    env: { ...env, LEASE_FAILPOINT: failpoint },
    stdio: ["pipe", "pipe", "pipe"],
  })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text))
  return { process: child, output: () => output }
}

/** Has it do that. Answers how it ended: `SIGKILL` when it met its failpoint, else its exit status and what it printed. */
export async function give({ process: child, output }: Child, order: Order): Promise<string> {
  // One that could not even start says why.
  if (child.exitCode !== null) return `${child.exitCode}: ${output()}`
  const ended = once(child, "exit")
  child.stdin?.end(`${JSON.stringify(order)}\n`)
  const [code, signal] = await ended
  return signal ?? `${code}: ${output()}`
}

/** For a child that was never given anything. */
export async function stopChild({ process: child }: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, "exit")
  child.kill("SIGKILL")
  await ended
}
