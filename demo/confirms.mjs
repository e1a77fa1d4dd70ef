import { createInterface } from "node:readline/promises"

/** Whether a person at the terminal says yes. @param {string} question */
export async function confirms(question) {
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await asking.question(`\n${question} [y/N] `)
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}

/** Throws where no one is there to answer, before anything is sent. @param {boolean | undefined} yes */
export function checkThatSomeoneAnswers(yes) {
  if (!yes && !process.stdin.isTTY)
    throw new Error(
      "Nothing was sent. Each step after the order is asked for, and no one is there to answer. Write --yes.",
    )
}
