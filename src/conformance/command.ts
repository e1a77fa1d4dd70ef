#!/usr/bin/env node
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { createInterface } from "node:readline/promises"
import { parseArgs } from "node:util"
import { type LeaseServiceOptions, LeaseServiceOptionsSchema, type Settings, toSettings } from "../lease-service"
import { dialectOf } from "./dialect"
import { LEVELS, type Level } from "./finding"
import { Journal } from "./journal"
import { parseJson } from "./json"
import { DOES, readPersons, type TestPerson } from "./persons"
import { driftOf, EXIT, exitOf, leaksOf, optionsOf, type Report, tableOf, valuesOf } from "./report"
import { cleanUp, conform } from "./run"
import { NoAnswer } from "./wire"

/*
 * `lease-to-own-conformance`: asks a test account of an operator how its service speaks, and writes down the options with which the plugin speaks the same.
 * Needs no Medusa.
 */

const HELP = `lease-to-own-conformance [cleanup] [options]
Puts the questions of docs/assumptions.md to an account. The account is named by LEASE_BASE_URL, LEASE_USERNAME and
LEASE_PASSWORD (or LEASE_AUTH_HASH), LEASE_API_VERSION, and more options in the JSON file LEASE_OPTIONS.
  --level L          how far to go (default read); each level begins with those before it
                       read    ${DOES.read}
                       refuse  ${DOES.refuse}
                       apply   ${DOES.apply}
  --account test     says that this is a test account; wanted above read
  --host H           the host of LEASE_BASE_URL, typed by hand; wanted above read
  --applicants FILE  the operator's test persons; wanted for apply
  --yes              goes on without asking before each level
  --report DIR       where to write (default conformance): report.json, report.md, lease-options.json, dialect.json,
                     journal.ndjson
  --against FILE     an earlier report.json: exits with 3 when the account speaks otherwise now
  cleanup            cancels what a run that was cut off has left behind
Exits with 0 when all is as assumed, 1 when options have to be written or the operator asked, 2 when the account contradicts the
specification, 3 on drift, 4 when nothing could be found out. With --against, a service that does not answer is no drift: 0.`

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = EXIT.failed
})

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
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
  const settings = settingsFrom(process.env)
  const level = levelOf(values.level)
  if (level !== "read" || command) checkAccount(settings, values)
  const earlier = values.against === undefined ? undefined : readReport(values.against)
  const persons = level === "apply" && !command ? personsIn(values.applicants) : []
  mkdirSync(values.report, { recursive: true })
  const journal = new Journal(join(values.report, "journal.ndjson"))
  if (command) return void (await tidy(settings, journal))
  const may = async (next: Level) => values.yes || (await asks(`Level ${next} ${DOES[next]} Go on?`))
  try {
    const report = await conform({ settings, level, persons, journal, may })
    write(values.report, report, { settings, persons })
    process.exitCode = earlier ? drifted(earlier, report) : exitOf(report.findings)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    const left = journal.open().length ? " Run cleanup: a contract may have been made." : ""
    const unanswered = journal
      .unanswered()
      .map((name) => ` Ask the operator what became of the application of ${name}.`)
    process.stderr.write(
      `The service did not answer (${error.message}). Nothing is repeated.${left}${unanswered.join("")}\n`,
    )
    process.exitCode = earlier ? EXIT.same : EXIT.failed
  }
}

/** The account as the environment names it. Throws what is missing, with the line to write. */
function settingsFrom(env: NodeJS.ProcessEnv): Settings {
  const { LEASE_BASE_URL, LEASE_USERNAME, LEASE_PASSWORD, LEASE_AUTH_HASH, LEASE_API_VERSION, LEASE_OPTIONS } = env
  if (!LEASE_BASE_URL) throw new Error("Set LEASE_BASE_URL to the address of the account, up to the api segment.")
  const known = Object.keys(LeaseServiceOptionsSchema.shape)
  const file = LEASE_OPTIONS ? readJson<object>(LEASE_OPTIONS, "LEASE_OPTIONS") : {}
  return toSettings({
    ...Object.fromEntries(Object.entries(file).filter(([name]) => known.includes(name))),
    baseUrl: LEASE_BASE_URL,
    ...(LEASE_AUTH_HASH ? { authHash: LEASE_AUTH_HASH } : { username: LEASE_USERNAME, password: LEASE_PASSWORD }),
    ...(LEASE_API_VERSION && { apiVersion: LEASE_API_VERSION }),
  } as LeaseServiceOptions)
}

function levelOf(level: string): Level {
  const found = LEVELS.find((known) => known === level)
  if (!found) throw new Error(`--level is one of ${LEVELS.join(", ")}.`)
  return found
}

/** No machine can tell a test account from a real one, so a person says it. */
function checkAccount({ origin }: Settings, { account, host }: { account?: string; host?: string }): void {
  if (account !== "test")
    throw new Error("Nothing was sent. Write --account test when this is a test account: it gets applications.")
  if (host !== new URL(origin).host)
    throw new Error(
      "Nothing was sent. Write --host and the host of LEASE_BASE_URL, so that it is the account you mean.",
    )
}

function personsIn(file: string | undefined): TestPerson[] {
  if (!file) throw new Error("Nothing was sent. Write --applicants FILE with the operator's test persons.")
  return readPersons(readFileSync(file, "utf8"))
}

function readReport(file: string): Report {
  const report = readJson<Report>(file, "--against")
  if (report.format !== 1 || !Array.isArray(report.findings))
    throw new Error("--against takes a report.json of this version. Make a new one.")
  return report
}

function readJson<T>(file: string, named: string): T {
  return parseJson(readFileSync(file, "utf8"), `${named} names ${file}, which is no JSON.`) as T
}

async function asks(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new Error(`${question} No one is there to answer. Write --yes.`)
  const asking = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await asking.question(`${question} [y/N] `)
  asking.close()
  return /^y(es)?$/i.test(answer.trim())
}

/** Writes the files and prints the table, once nothing secret is found in them. */
function write(
  folder: string,
  report: Report,
  { settings, persons }: { settings: Settings; persons: TestPerson[] },
): void {
  const table = tableOf(report)
  const files = {
    "report.json": `${JSON.stringify(report, null, 2)}\n`,
    "report.md": table,
    "lease-options.json": `${JSON.stringify(optionsOf(report.findings), null, 2)}\n`,
    "dialect.json": `${JSON.stringify(dialectOf(report.findings), null, 2)}\n`,
  }
  const leaks = leaksOf(Object.values(files).join(), {
    "the credentials": secretsOf(settings),
    "a test person": persons.flatMap(({ application }) => valuesOf(application)).filter(isTelling),
  })
  if (leaks.length) throw new Error(`Nothing was written: the report would hold something of ${leaks.join(" and ")}.`)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  process.stdout.write(
    `${table}\nWritten: ${Object.keys(files)
      .map((name) => join(folder, name))
      .join(", ")}\n`,
  )
}

/** The hash, and the password in it. A user name may be a word like any other. */
function secretsOf({ authHash }: Settings): string[] {
  const [, password = ""] = Buffer.from(authHash, "base64").toString().split(/:(.*)/s)
  return [authHash, password]
}

/** Words that the service's own fields may hold are no secrets: a state, a frequency, a small number. */
function isTelling(value: string): boolean {
  return /\d{4}|@|.{9}/.test(value)
}

function drifted(earlier: Report, now: Report): number {
  const drift = driftOf(earlier, now)
  if (!drift.length) process.stdout.write("No drift.\n")
  for (const line of drift) process.stdout.write(`drift: ${line}\n`)
  return drift.length ? EXIT.drift : EXIT.same
}

async function tidy(settings: Settings, journal: Journal): Promise<void> {
  const { canceled, open, unanswered } = await cleanUp({ settings, journal })
  process.stdout.write(`${canceled} contracts canceled, ${open} left.\n`)
  for (const name of unanswered)
    process.stdout.write(
      `The application of ${name} was sent, and no answer came: ask the operator what became of it.\n`,
    )
  process.exitCode = open ? EXIT.differs : EXIT.same
}
