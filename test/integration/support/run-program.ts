import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"

export const ROOT = join(__dirname, "../../..")

/** Runs a Node program at the root of the repository. Returns its status and output. Whenever output arrives, calls `hear` with all output so far. */
export async function runProgram(args: string[], env: object = {}, hear: (said: string) => unknown = () => {}) {
  const { npm_lifecycle_event: _, NODE_OPTIONS: __, ...inherited } = process.env
  const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...inherited, ...env } })
  let said = ""
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      said += text
      hear(said)
    })
  const [status] = await once(child, "close")
  return { status, said }
}

/** Runs one of our commands in this process. Returns its output and exit status. */
export async function printedBy(command: () => Promise<unknown>): Promise<{ text: string; status: unknown }> {
  const printed: string[] = []
  const write = jest.spyOn(process.stdout, "write").mockImplementation((text) => printed.push(String(text)) > 0)
  process.exitCode = undefined
  await command().finally(() => write.mockRestore())
  const status = process.exitCode
  process.exitCode = undefined
  return { text: printed.join(""), status }
}
