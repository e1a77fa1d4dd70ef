import { join } from "node:path"

/** Programs of a command line that are run here without a shell, so that they can be stopped on every system. */
const OURS = "npx --no -- medusa-plugin-lease-to-own"
const PROGRAMS = ["npm", "pnpm", "npx medusa", OURS, "cp", "cd"]

/**
 * Takes a command line of the README apart.
 *
 * @param {string} line such as `NODE_ENV=production npx medusa build`
 * @returns {{ env: Record<string, string>, program: string, args: string[] }}
 * @throws when it uses a program, or a way of writing, that is not known here
 */
export function readCommandLine(line) {
  const [, settings = "", rest = ""] = /^((?:[A-Z_]+=[^\s'"]* )*)(.*)$/.exec(line.trim()) ?? []
  const program = PROGRAMS.find((name) => rest === name || rest.startsWith(`${name} `))
  if (program === undefined || /["'`$|;&<>*\\]/.test(line)) {
    throw new Error(`There is no way to run "${line}" here; known are plain lines of ${PROGRAMS.join(", ")}.`)
  }
  const env = Object.fromEntries(settings.split(" ").filter(Boolean).map(assignment))
  return { env, program, args: rest.slice(program.length).split(" ").filter(Boolean) }
}

/**
 * Path and arguments of a program that ends in a process of its own.
 *
 * @param {string} program
 * @param {string[]} args
 * @param {string} folder the store's; its own Medusa is run, as `npx` does
 * @param {{ isLiteral?: boolean }} [how] `isLiteral`: by `npx` itself, which looks for the command from where the terminal stands
 * @returns {{ command: string, args: string[] }}
 */
export function executable(program, args, folder, { isLiteral = false } = {}) {
  // The version that Medusa's own starter names.
  if (program === "pnpm") return { command: "npx", args: ["--yes", "pnpm@10", ...args] }
  const [command = "", ...own] = program.split(" ")
  if (isLiteral) return { command, args: [...own, ...args] }
  const bin = program === OURS && ".bin/medusa-plugin-lease-to-own"
  const path = program === "npx medusa" ? "@medusajs/cli/cli.js" : bin
  if (!path) return { command: program, args }
  return { command: process.execPath, args: [join(folder, "node_modules", path), ...args] }
}

/** @param {string} text @returns {[string, string]} */
function assignment(text) {
  const end = text.indexOf("=")
  return [text.slice(0, end), text.slice(end + 1)]
}

/** Variables that would change what a store does, or say that somebody else started it. */
const NOT_A_TERMINALS =
  /^(NODE_(OPTIONS|ENV)|JEST_\w+|npm_(?!config_)\w+|LOG_LEVEL|npm_config_local_prefix|INIT_CWD|PORT|HOST|DATABASE_URL|REDIS_URL|DB_\w+|LEASE_\w+|\w+_CORS|\w+_SECRET|MEDUSA_\w+)$/

/**
 * The environment of a person who opens a terminal: what tests, npm or this repository's own store are told is not in it.
 *
 * @param {Record<string, string>} [more]
 * @returns {NodeJS.ProcessEnv}
 */
export function terminalEnvironment(more = {}) {
  const own = Object.entries(process.env).filter(([name]) => !NOT_A_TERMINALS.test(name))
  return { ...Object.fromEntries(own), MEDUSA_DISABLE_TELEMETRY: "1", NO_COLOR: "1", ...more }
}
