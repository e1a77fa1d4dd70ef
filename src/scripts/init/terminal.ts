import { createInterface } from "node:readline/promises"
import { Writable } from "node:stream"

export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Whether somebody is there to answer questions. */
export function isTerminal(): boolean {
  return Boolean(process.stdin.isTTY && process.stdout.isTTY)
}

type Question = {
  /** Returns what is wrong with an answer, or undefined. */
  check?: (answer: string) => string | undefined
  isHidden?: boolean
}

/** Asks until an answer is valid. Throws if the question is canceled with Ctrl-C or Ctrl-D. */
export async function ask(question: string, { check, isHidden = false }: Question = {}): Promise<string> {
  for (;;) {
    const answer = (await readLine(`${question} `, isHidden)).trim()
    const problem = check?.(answer)
    if (problem === undefined) return answer
    say(problem)
  }
}

/** Asks a question whose answer is yes if the merchant only presses Enter. */
export async function confirm(question: string): Promise<boolean> {
  return /^(y|yes)?$/i.test(await ask(`${question} [Y/n]`))
}

async function readLine(question: string, isHidden: boolean): Promise<string> {
  // A hidden answer isn't echoed, so its question is written here.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: isHidden ? silent : process.stdout, terminal: true })
  if (isHidden) process.stdout.write(question)
  const canceled = new Promise<never>((_, reject) => {
    lines.once("close", () => reject(new Error("\nCanceled. Nothing was changed.")))
  })
  try {
    return await Promise.race([lines.question(isHidden ? "" : question), canceled])
  } finally {
    lines.close()
    if (isHidden) process.stdout.write("\n")
  }
}
