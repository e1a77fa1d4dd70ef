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
Compares an account with docs/assumptions.md. Set LEASE_BASE_URL, LEASE_USERNAME and LEASE_PASSWORD (or LEASE_AUTH_HASH)
and, if you need them, LEASE_API_VERSION and LEASE_OPTIONS, a JSON file with more options.
  --level L          how far to go (default: read); each level includes the ones before it
                       read    ${DOES.read}
                       refuse  ${DOES.refuse}
                       apply   ${DOES.apply}
                       sign    ${DOES.sign}
                       money   ${DOES.money}
  --account test     confirms that this is a test account; required above read
  --host H           repeats the host of LEASE_BASE_URL; required above read
  --applicants FILE  the operator's test applicants; required from apply on (sign needs one who is approved, money three)
  --yes              does not ask before each level
  --report DIR       the folder to write to (default: conformance): report.json, report.md, lease-options.json,
                     dialect.json, journal.ndjson
  --against FILE     an earlier report.json of this account, from another folder; exits with 3 if anything has changed
  cleanup            cancels what an interrupted run left behind
Exits with 0 if everything is as expected, 1 if you have to set options or ask the operator, 2 if the account contradicts the
specification, 3 if something has changed, 4 if the run failed. With --against, an outage does not count as a change: 0.`

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
    throw new Error("The only command is cleanup. See --help for the options.")
  const { settings, options } = accountFrom(env)
  const level = levelOf(values.level)
  const credentials = secretsOf(settings, values.account)
  if (credentials.some((secret) => JSON.stringify(options).includes(secret)))
    throw new Error(
      "Nothing was sent. The LEASE_OPTIONS file contains the password, and a run writes these options to its report. Remove the password from the file and set LEASE_PASSWORD instead.",
    )
  if (level !== "read" || command) checkAccount(settings, values)
  const earlier = values.against === undefined ? undefined : readReport(values.against, settings, values.report)
  const persons = reaches(level, "apply") && !command ? personsIn(values.applicants, level) : []
  if (level !== "read" && !command && !values.yes && !process.stdin.isTTY)
    throw new Error(
      "Nothing was sent. Every level above read asks for confirmation, but there is no terminal. Add --yes.",
    )
  mkdirSync(values.report, { recursive: true })
  const journal = new Journal(join(values.report, "journal.ndjson"))
  const secrets = new Set<string>()
  if (!command) process.once("SIGINT", () => cutOff(journal))
  const says = (next: Level) => process.stdout.write(`Level ${next} ${DOES[next]}\n`)
  const may = async (next: Level) => (values.yes ? says(next) : await asks(`Level ${next} ${DOES[next]} Continue?`))
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
    else if (report.level !== level) process.stdout.write(`The run ended after level ${report.level}.\n`)
    process.exitCode = earlier ? drifted(earlier, report) : stopped ? EXIT.failed : exitOf(findings)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    // The run didn't learn anything about the account, so don't report drift.
    process.stderr.write(`${stopWords(error, journal)}\n`)
    process.exitCode = earlier ? EXIT.same : EXIT.failed
  }
}

function cutOff(journal: Journal): void {
  process.stderr.write(`\n${["Interrupted. No report was written.", ...leftWords(journal)].join(" ")}\n`)
  process.exit(EXIT.failed)
}

/**
 * Opens a signing page, and prints its URL and the contract's. The contract's URL isn't written anywhere else, because anyone who has it can open the
 * contract.
 */
async function show(url: string, lease: string): Promise<SigningPage> {
  const page = await openSigningPage(url)
  process.stdout.write(
    `Sign this contract within 15 minutes. ${lease}\n  in a frame, as in a store:  ${page.url}\n  without a frame:            ${url}\n`,
  )
  return page
}

function levelOf(level: string): Level {
  const found = LEVELS.find((known) => known === level)
  if (!found) throw new Error(`--level must be one of ${LEVELS.join(", ")}.`)
  return found
}

function personsIn(file: string | undefined, level: Level): TestPerson[] {
  if (!file) throw new Error("Nothing was sent. Add --applicants FILE, with the operator's test applicants.")
  const persons = readPersons(readText(file, "--applicants"))
  const approved = persons.filter(({ expected }) => expected === "approved").length
  if (approved < APPROVED_FOR[level])
    throw new Error(
      `Nothing was sent. Level ${level} needs one approved applicant for each lease: ${APPROVED_FOR[level]}.`,
    )
  return persons
}

function readReport(file: string, { origin }: Settings, folder: string): Report {
  if (resolve(file) === resolve(folder, "report.json"))
    throw new Error(
      "Nothing was sent. This run would overwrite the file in --against. Choose another folder with --report.",
    )
  const { success, data } = ReportSchema.safeParse(readJsonFile(file, "--against"))
  if (!success) throw new Error("Nothing was sent. --against needs a report.json from this version. Create a new one.")
  const { host } = new URL(origin)
  if (data.host !== host)
    throw new Error(
      `Nothing was sent. ${file} is a report on ${data.host}, but LEASE_BASE_URL is on ${host}. Compare with a report on this account.`,
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
    "a contract's address, an ID or a code": [...secrets].filter(isTelling),
    "a test applicant's data": persons.flatMap(({ application }) => valuesOf(application)).filter(isTelling),
  })
  if (leaks.length)
    throw new Error(
      `Nothing was written, because the report would contain part of ${leaks.join(" and ")}. The account sent it as the name of a field or a status. Tell the operator. The journal lists what was sent, and cleanup cancels what is left.`,
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
  if (!drift.length)
    process.stdout.write(now.stopped ? "Nothing has changed in the responses that came.\n" : "Nothing has changed.\n")
  for (const line of drift) process.stdout.write(`changed: ${line}\n`)
  return drift.length ? EXIT.drift : EXIT.same
}

async function tidy(settings: Settings, journal: Journal): Promise<void> {
  const { canceled, lapsing, left, unanswered } = await cancelLeftovers({ settings, journal })
  const lines = [
    `${canceled} contracts canceled, ${left.length} left.`,
    ...(lapsing ? [`${lapsing} unsigned contracts cannot be canceled. They will expire.`] : []),
    ...left.map(({ id, stands }) => `Application ${id} is left (${stands}). Ask the operator to end its lease.`),
    ...unanswered.map(
      (name) => `The application of ${name} was sent, but no response came. Ask the operator what happened to it.`,
    ),
  ]
  process.stdout.write(`${lines.join("\n")}\n`)
  process.exitCode = left.length ? EXIT.differs : EXIT.same
}
