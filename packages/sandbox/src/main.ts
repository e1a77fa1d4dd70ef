#!/usr/bin/env node
/** `npm run sandbox`: starts the sandbox, prints its URLs, and stops on SIGINT and SIGTERM. */
import { parseArgs } from "node:util"
import { dialectArg } from "./dialect/read"
import { isLoopback } from "./http"
import { defaults, dialectNames, type SandboxOptions, startSandbox } from "./index"

/** The options, each with its value (N is a number) and its description. */
const known: Record<string, [value: string, help: string]> = {
  port: ["N", `API, control calls and test page (${defaults.port})`],
  "contract-port": ["N", `contract page (${defaults.contractPort})`],
  host: ["ADDRESS", `address to listen on (${defaults.host}); one that other machines can reach needs --password`],
  username: ["TEXT", `(${defaults.username})`],
  password: ["TEXT", `(${defaults.password})`],
  "merchant-origin": [
    "O",
    "the only origin that may frame the contract and widget and receives their messages (default: any that opens them)",
  ],
  "approval-amount": ["N", `dollars (${defaults.approvalAmount})`],
  "min-lease": ["N", `dollars (${defaults.minLease})`],
  "auto-sign": ["", "sign each contract when its address is requested"],
  memory: ["FILE", "keep leases and calls in FILE across restarts (default: only in memory)"],
  dialect: ["NAME|FILE", `the dialect of the service: ${dialectNames.join(", ")}, or a JSON file`],
  seed: ["N", "the same IDs and codes on every start"],
  help: ["", ""],
}

const usage = Object.entries(known)
  .map(([name, [value, help]]) => `  ${`--${name} ${value}`.padEnd(21)}${help}`.trimEnd())
  .join("\n")

function numberArg(name: string, value: string): number {
  const number = Number(value)
  if (value.trim() === "" || !Number.isFinite(number) || number < 0) throw new Error(`--${name} must be a number.`)
  return number
}

/** Parses the command line. Returns undefined for `--help`. Throws for an unknown or invalid option. */
function readArgs(args: string[]): SandboxOptions | undefined {
  const types = Object.entries(known).map(([name, [value]]) => [name, { type: value ? "string" : "boolean" }] as const)
  const { values } = parseArgs({ args, options: Object.fromEntries(types) })
  // At runtime, an option without a value is true, even though its type is a string.
  const { help, memory: memoryFile, dialect, ...given } = values as Record<string, string | undefined>
  if (help) return undefined
  if (given.host !== undefined && !isLoopback(given.host) && !given.password)
    throw new Error("--host opens the sandbox to other machines, so set your own --password.")
  const read = Object.entries(given).map(([name, value = ""]) => [
    name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
    known[name]?.[0] === "N" ? numberArg(name, value) : value,
  ])
  const { port, contractPort } = defaults
  return {
    ...{ port, contractPort, memoryFile, dialect: dialect === undefined ? undefined : dialectArg(dialect) },
    ...Object.fromEntries(read),
  }
}

async function run(): Promise<void> {
  const options = readArgs(process.argv.slice(2))
  if (!options) {
    console.log(`Usage: lease-to-own-sandbox [options]\n${usage}`)
    return
  }
  const sandbox = await startSandbox(options)
  if (!isLoopback(options.host ?? defaults.host))
    console.log("Other machines can reach this sandbox. It is only for testing, so don't send it real people's data.")
  const about = typeof options.dialect === "object" && options.dialect.about
  if (about) console.log(`This service: ${about}`)
  console.log(`Lease sandbox
  Contracts    ${sandbox.contractOrigin}
  Widget       ${sandbox.widgetUrl}
  Control      ${sandbox.controlUrl}
  Try it in a browser: ${new URL("/", sandbox.baseUrl)}
For the .env of your store:
${sandbox.env}
${sandbox.notices.map((notice) => `NOTE: ${notice}\n`).join("")}Press Ctrl-C to stop; ${options.memoryFile ? `leases and calls are kept in ${options.memoryFile}` : "nothing is kept"}.`)
  const leave = () => void sandbox.close().then(() => process.exit(0))
  process.once("SIGINT", leave)
  process.once("SIGTERM", leave)
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : "The sandbox could not start.")
  console.error("Run lease-to-own-sandbox --help to see the options.")
  process.exitCode = 1
})
