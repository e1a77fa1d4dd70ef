#!/usr/bin/env node

type Command = { does: string; load(): Promise<{ main(args: string[]): void | Promise<void> }>; failed?: number }

/** The commands. Each loads only its own code, because conformance runs without Medusa. `failed` is the exit status after an error, if it isn't 1. */
const COMMANDS: Record<string, Command> = {
  init: {
    does: "sets up the plugin in this folder's store, or undoes that with --undo",
    load: () => import("./scripts/init-command.js"),
  },
  doctor: {
    does: "finds problems with the setup of this folder's store, and says how to fix them",
    load: () => import("./scripts/doctor-command.js"),
  },
  privacy: {
    does: "exports or erases the lease data that this folder's store has about a person",
    load: () => import("./scripts/privacy-command.js"),
  },
  payouts: {
    does: "compares the operator's payouts with what is due to this folder's store",
    load: () => import("./scripts/payouts-command.js"),
    failed: 2,
  },
  conformance: {
    does: "compares an operator's account with the specification, and writes the options for it",
    load: () => import("./client/conformance/command.js"),
    failed: 4,
  },
}

const HELP = `medusa-plugin-lease-to-own COMMAND [options]
${Object.entries(COMMANDS)
  .map(([name, { does }]) => `  ${name.padEnd(13)}${does}`)
  .join("\n")}
Run COMMAND --help to see its options.`

async function run([name = "--help", ...args]: string[]): Promise<void> {
  if (name === "--help" || name === "-h") return void process.stdout.write(`${HELP}\n`)
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  try {
    if (!command) throw new Error(`There is no command ${name}. Choose one of ${Object.keys(COMMANDS).join(", ")}.`)
    await (await command.load()).main(args)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    process.exitCode = command?.failed ?? 1
  }
}

void run(process.argv.slice(2))
