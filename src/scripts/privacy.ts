import { randomUUID } from "node:crypto"
import { createWriteStream, existsSync } from "node:fs"
import { rename, rm } from "node:fs/promises"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ExecArgs } from "@medusajs/framework/types"
import { type LedgerDeps, ledgerDepsOf } from "../modules/lease"
import {
  countAged,
  countPerson,
  eraseAged,
  erasePerson,
  exportPerson,
  type Hindrance,
  type Person,
  planErasure,
} from "../modules/lease/ledger"

type Lines = AsyncGenerator<string>

/** Thrown for an invalid request. The message contains no personal data. */
class WrongRequest extends Error {}

const FOUND_NONE = "The plugin has no data about this person. Nothing was changed."

/**
 * Exports or erases personal data (`docs/applicant-data.md`). Run by the command `privacy`, or by `medusa exec` with this file's path and arguments
 * such as `erase email=robin@shopper.example apply`. Never prints personal data. The exit status is 1 if the request can't be carried out.
 */
export default async function privacy({ container, args }: ExecArgs): Promise<void> {
  const deps = ledgerDepsOf(container)
  try {
    const [command = "", ...given] = args
    const words = new Map(given.map(readWord))
    const work = COMMANDS[command]
    if (!work) throw new WrongRequest(`Choose one of ${Object.keys(COMMANDS).join(", ")}.`)
    for await (const line of work(deps, words)) process.stdout.write(`${line}\n`)
  } catch (error) {
    process.stdout.write(`${safeMessage(error)}\n`)
    process.exitCode = 1
  }
}

type Words = Map<string, string>

const COMMANDS: Record<string, (deps: LedgerDeps, words: Words) => Lines> = {
  export: async function* (deps, words) {
    const person = personOf(words)
    const file = words.get("to")
    const { leases, history, calls, applications } = await countPerson(deps, person)
    if (!leases) return yield FOUND_NONE
    yield `Found: ${leases} leases, ${history} history entries, ${calls} calls, ${applications} applications.`
    if (!file) return yield "Nothing was written. Add --to FILE to write them to a new file."
    yield `${await writeLines(file, exportPerson(deps, person))} rows were written. The file contains personal data. Keep it safe, and delete it once you have handed it over.`
  },

  erase: async function* (deps, words) {
    const person = personOf(words)
    const includeDelivered = words.has("include-delivered")
    const apply = words.has("apply")
    const { leases, kept } = apply
      ? await erasePerson(deps, person, { includeDelivered, actor: { by: "merchant" } })
      : await planErasure(deps, person, { includeDelivered })
    if (!leases && !kept.length) return yield FOUND_NONE
    if (kept.length) {
      yield `Nothing can be erased: ${kept.length} leases have not ended.`
      for (const { reference, status, why } of kept) yield `  - ${reference} (${status}): ${hindranceTexts[why]}`
      process.exitCode = 1
      return
    }
    if (!apply) yield `${leases} leases would be erased. Nothing was changed. Add --apply to do it.`
    else
      yield `${leases} leases were erased. They no longer identify a person. Erase the customer, the orders and the sent emails in Medusa, too.`
  },

  retention: async function* (deps, words) {
    const days = Number(words.get("days"))
    if (!Number.isInteger(days) || days < 30)
      throw new WrongRequest("--days must be a number of at least 30, such as --days 730.")
    const count = await countAged(deps, days)
    const older = `leases that ended, or were delivered, more than ${days} days ago`
    if (!words.has("apply"))
      return yield `${count} ${older} would be erased. Nothing was changed. Add --apply to do it.`
    let erased = 0
    for (let part = 1; part; erased += part) part = await eraseAged(deps, days)
    yield `${erased} ${older} were erased.`
  },
}

function readWord(word: string): [name: string, value: string] {
  const [name = "", ...value] = word.split("=")
  return [name, value.join("=")]
}

function personOf(words: Words): Person {
  const [email, customerId] = [words.get("email")?.trim(), words.get("customer")?.trim()]
  if (!email && !customerId) throw new WrongRequest("Specify the person: --email ADDRESS, or --customer ID.")
  if (email && !email.includes("@")) throw new WrongRequest("The value of --email is not an email address.")
  return { ...(email && { email }), ...(customerId && { customerId }) }
}

/** Writes one JSON object per line to a new file that only this user can read. The file appears once it's complete. Returns the number of lines. */
async function writeLines(file: string, rows: AsyncIterable<unknown>): Promise<number> {
  if (existsSync(file)) throw new WrongRequest("The file in --to already exists. Choose a new one.")
  const unfinished = `${file}.${randomUUID()}.part`
  let count = 0
  const lines = async function* () {
    for await (const row of rows) {
      count += 1
      yield `${JSON.stringify(row)}\n`
    }
  }
  try {
    await pipeline(Readable.from(lines()), createWriteStream(unfinished, { flags: "wx", mode: 0o600 }))
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return count
}

/** Returns a message that is safe to print. The database's own messages repeat the values sent to it. */
function safeMessage(error: unknown): string {
  if (error instanceof WrongRequest) return error.message
  const code = (error as { code?: unknown } | undefined)?.code
  const name = typeof code === "string" && /^\w+$/.test(code) ? ` (${code})` : ""
  return `This failed${name}. Nothing was left half done. Check the database and the disk, then run it again.`
}

/** Why a lease can't be erased yet, and what must happen first. Printed after the lease's reference and status. */
const hindranceTexts: Record<Hindrance, string> = {
  newer: "a newer version of the plugin saved it. Run this again with that version.",
  busy: "a call to the lease service about it is in progress. Run this again in a few minutes.",
  widget: "the operator's widget may still be open in a browser. Run this again in a day.",
  contract: "its contract can still be signed. Cancel it on the lease's page, or wait until it has expired.",
  unordered:
    "it is signed and has no order yet. Wait until the order is placed, or cancel the contract on the lease's page.",
  undelivered: "it is in force. Confirm the delivery, or cancel the order.",
  ending: "we do not know whether it was canceled or returned. Find out how it ended and mark it as resolved.",
  call: "a call about it is still pending. Wait until it is sent, or find out how it ended and mark it as resolved.",
  delivered:
    "it continues with the operator, and only the operator knows when it ends. Ask the operator. Once it has ended, add --include-delivered.",
}
