import { mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline/promises"
import { parseArgs } from "node:util"
import type { Settings } from "../index"
import { accountFrom, checkAccount, readJsonFile, readText, secretsOf } from "./account"
import { NoAnswer } from "./connection"
import { filesOf, leaksIn } from "./files"
import type { Finding, Written } from "./finding"
import { Journal } from "./journal"
import { APPROVED_FOR, DOES, readPersons, type TestPerson } from "./persons"
import { driftOf, EXIT, exitOf, type Report, ReportSchema, valuesOf } from "./report"
import { LEVELS, type Level, reaches } from "./rows"
import { cancelLeftovers, conform, leftWords, stopWords } from "./run"
import { openSigningPage, type SigningPage } from "./signing-page"

/* The conformance command. Probes an operator's test account and writes the plugin options that it needs. Runs without Medusa. */

const HELP = `medusa-plugin-lease-to-own conformance [cleanup] [options]
Puts the questions of docs/assumptions.md to an account. The account is named by LEASE_BASE_URL, LEASE_USERNAME and
LEASE_PASSWORD (or LEASE_AUTH_HASH), LEASE_API_VERSION, and more options in the JSON file LEASE_OPTIONS.
  --level L          how far to go (default read); each level begins with those before it
                       read    ${DOES.read}
                       refuse  ${DOES.refuse}
                       apply   ${DOES.apply}
                       sign    ${DOES.sign}
                       money   ${DOES.money}
  --account test     says that this is a test account; wanted above read
  --host H           the host of LEASE_BASE_URL, typed by hand; wanted above read
  --applicants FILE  the operator's test persons; wanted from apply on: one who is approved for sign, three for money
  --yes              goes on without asking before each level
  --report DIR       where to write (default conformance): report.json, report.md, lease-options.json, dialect.json,
                     journal.ndjson
  --against FILE     an earlier report.json of this account, in another folder: exits with 3 when it speaks otherwise now
  cleanup            cancels what a run that was cut off has left behind
Exits with 0 when all is as assumed, 1 when options have to be written or the operator asked, 2 when the account contradicts the
specification, 3 on drift, 4 when nothing could be found out. With --against, a service that does not answer is no drift: 0.`

/** Throws, before sending anything, if the command line is invalid. */
export async function main(args: string[], env = process.env): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      level: { type: "string", default: "read" },
      account: { type: "string" },
      host: { type: "string" },
      applicants: { type: "string" },
      yes: { type: "boolean", default: false },
      report: { type: "string", default: "conformance" },
      against: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
    allowPositionals: true,
  })
  if (values.help) return void process.stdout.write(`${HELP}\n`)
  const [command, ...more] = positionals
  if (more.length || (command !== undefined && command !== "cleanup"))
    throw new Error("The only command is cleanup. --help lists the options.")
  const { settings, options } = accountFrom(env)
  const level = levelOf(values.level)
  const credentials = secretsOf(settings, values.account)
  if (credentials.some((secret) => JSON.stringify(options).includes(secret)))
    throw new Error(
      "Nothing was sent. The file of LEASE_OPTIONS holds the password, and a run writes its options down. Remove it there and set LEASE_PASSWORD instead.",
    )
  if (level !== "read" || command) checkAccount(settings, values)
  const earlier = values.against === undefined ? undefined : readReport(values.against, settings, values.report)
  const persons = reaches(level, "apply") && !command ? personsIn(values.applicants, level) : []
  if (level !== "read" && !command && !values.yes && !process.stdin.isTTY)
    throw new Error(
      "Nothing was sent. Each level above read asks for confirmation, and there is no terminal. Add --yes.",
    )
  mkdirSync(values.report, { recursive: true })
  const journal = new Journal(join(values.report, "journal.ndjson"))
  const secrets = new Set<string>()
  if (!command) process.once("SIGINT", () => cutOff(journal))
  const says = (next: Level) => process.stdout.write(`Level ${next} ${DOES[next]}\n`)
  const may = async (next: Level) => (values.yes ? says(next) : await asks(`Level ${next} ${DOES[next]} Go on?`))
  try {
    if (command) return void (await tidy(settings, journal))
    says("read")
    const report = await conform({
      ...{ settings, level, persons, journal, may, show, secrets },
      salesTax: options.salesTax,
    })
    write(values.report, report, { persons, secrets, options, credentials })
    const { stopped, findings } = report
    if (stopped) process.stderr.write(`${stopped}\n`)
    else if (report.level !== level) process.stdout.write(`It went no further than level ${report.level}.\n`)
    process.exitCode = earlier ? drifted(earlier, report) : stopped ? EXIT.failed : exitOf(findings)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    // The run didn't learn anything about the account, so don't report drift.
    process.stderr.write(`${stopWords(error, journal)}\n`)
    process.exitCode = earlier ? EXIT.same : EXIT.failed
  }
}

function cutOff(journal: Journal): void {
  process.stderr.write(`\n${["Cut off. No report was written.", ...leftWords(journal)].join(" ")}\n`)
  process.exit(EXIT.failed)
}

/**
 * Opens a signing page, and prints its URL and the contract's. The contract's URL isn't written anywhere else, because anyone who has it can open the
 * contract.
 */
async function show(url: string, lease: string): Promise<SigningPage> {
  const page = await openSigningPage(url)
  process.stdout.write(
    `Sign this contract within 15 minutes. ${lease}\n  in a frame, as in a shop:  ${page.url}\n  without one:               ${url}\n`,
  )
  return page
}

function levelOf(level: string): Level {
  const found = LEVELS.find((known) => known === level)
  if (!found) throw new Error(`--level is one of ${LEVELS.join(", ")}.`)
  return found
}

function personsIn(file: string | undefined, level: Level): TestPerson[] {
  if (!file) throw new Error("Nothing was sent. Write --applicants FILE with the operator's test persons.")
  const persons = readPersons(readText(file, "--applicants"))
  const approved = persons.filter(({ expected }) => expected === "approved").length
  if (approved < APPROVED_FOR[level])
    throw new Error(
      `Nothing was sent. Level ${level} wants ${APPROVED_FOR[level]} persons who are approved, one for each lease.`,
    )
  return persons
}

function readReport(file: string, { origin }: Settings, folder: string): Report {
  if (resolve(file) === resolve(folder, "report.json"))
    throw new Error(
      "Nothing was sent. --against names the file that this run writes. Name another folder with --report.",
    )
  const { success, data } = ReportSchema.safeParse(readJsonFile(file, "--against"))
  if (!success) throw new Error("Nothing was sent. --against needs a report.json of this version. Create a new one.")
  const { host } = new URL(origin)
  if (data.host !== host)
    throw new Error(
      `Nothing was sent. ${file} is of ${data.host}, and LEASE_BASE_URL is of ${host}. Compare with a report of this account.`,
    )
  return data as Report
}

async function asks(question: string): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  // Ctrl-C and the end of the input mean no, so the findings so far are still written.
  const answer = await asking.question(`${question} [y/N] `).catch(() => {
    process.stdout.write("\n")
    return ""
  })
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}

/** Writes the files and prints the table. Throws instead if one of the files would contain a secret. */
function write(
  folder: string,
  report: Report,
  {
    persons,
    secrets,
    options,
    credentials,
  }: { persons: TestPerson[]; secrets: ReadonlySet<string>; options: Written; credentials: string[] },
): void {
  const leaks = leaksIn(report, options, {
    "the credentials": credentials,
    "a contract's address, an id or a code": [...secrets].filter(isTelling),
    "a test person": persons.flatMap(({ application }) => valuesOf(application)).filter(isTelling),
  })
  if (leaks.length)
    throw new Error(
      `Nothing was written: the report would hold something of ${leaks.join(" and ")}. The account has it where the name of a field or of a state belongs: tell the operator. What was sent stands in the journal, and cleanup cancels what is left.`,
    )
  const files = filesOf(report, options)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  process.stdout.write(
    `${files["report.md"]}\nLevel ${report.level}: ${countsOf(report.findings)}.\nWritten: ${Object.keys(files)
      .map((name) => join(folder, name))
      .join(", ")}\n`,
  )
}

/** Whether a value may be secret. Short words and small numbers count as harmless, because the service's own fields contain them, too. */
function isTelling(value: string): boolean {
  return /\d{4}|@|.{9}/.test(value)
}

function countsOf(findings: readonly Finding[]): string {
  const verdicts = [...new Set(findings.map(({ verdict }) => verdict))]
  return verdicts.map((each) => `${findings.filter(({ verdict }) => verdict === each).length} ${each}`).join(", ")
}

function drifted(earlier: Report, now: Report): number {
  const drift = driftOf(earlier, now)
  if (!drift.length) process.stdout.write(now.stopped ? "No drift in what was answered.\n" : "No drift.\n")
  for (const line of drift) process.stdout.write(`drift: ${line}\n`)
  return drift.length ? EXIT.drift : EXIT.same
}

async function tidy(settings: Settings, journal: Journal): Promise<void> {
  const { canceled, lapsing, left, unanswered } = await cancelLeftovers({ settings, journal })
  const lines = [
    `${canceled} contracts canceled, ${left.length} left.`,
    ...(lapsing ? [`${lapsing} unsigned contracts cannot be canceled: they lapse.`] : []),
    ...left.map(({ id, stands }) => `Application ${id} is left (${stands}): ask the operator to end its lease.`),
    ...unanswered.map(
      (name) => `The application of ${name} was sent, and no answer came: ask the operator what became of it.`,
    ),
  ]
  process.stdout.write(`${lines.join("\n")}\n`)
  process.exitCode = left.length ? EXIT.differs : EXIT.same
}
