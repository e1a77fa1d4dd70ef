import { LeaseServiceOptionsSchema } from "../../client"
import { ACCOUNT_NAMES, type AccountName, type AccountValues, envValue } from "./env-file"
import { type InitFlags, shownArgs } from "./flags"
import { ask, isTerminal } from "./terminal"

/** What the plugin needs to know. The operator's contact is undefined if the configuration has it already. */
export type Answers = { account: AccountValues; operator: { name?: string; contact: string } | undefined }

const FIELDS = { LEASE_BASE_URL: "baseUrl", LEASE_USERNAME: "username", LEASE_PASSWORD: "password" } as const
const FLAGS = { LEASE_BASE_URL: "--base-url", LEASE_USERNAME: "--username", LEASE_PASSWORD: "--password" } as const
const QUESTIONS = {
  LEASE_BASE_URL: "Address of the lease service, without /api/v1:",
  LEASE_USERNAME: "Your username from the operator:",
  LEASE_PASSWORD: "Your password from the operator (isn't shown):",
}
const EXAMPLES = { LEASE_BASE_URL: "https://leasing.example", LEASE_USERNAME: "merchant", LEASE_PASSWORD: "…" }

/** Stands for what is missing in a dry run. */
const MISSING = "…"

type Wanted = { names: readonly AccountName[]; isPlaced: boolean }

/**
 * Collects the answers from the flags, from the environment and, on a terminal, from the merchant. `names` are the account's settings that the store
 * lacks, and `isPlaced` is true if the configuration already has the plugin. Throws if something is missing and there is no terminal, or if a value
 * can't work.
 */
export async function collectAnswers(flags: InitFlags, { names, isPlaced }: Wanted): Promise<Answers> {
  const given: AccountValues = Object.fromEntries(
    names.flatMap((name) => {
      const value = flags[FIELDS[name]] ?? process.env[name]
      return value ? [[name, value]] : []
    }),
  )
  for (const name of ACCOUNT_NAMES) {
    const problem = given[name] !== undefined && problemOf(name, given[name])
    if (problem) throw new Error(`${FLAGS[name]}: ${problem}`)
  }
  const missing = names.filter((name) => given[name] === undefined)
  const lacksContact = !isPlaced && !flags.contact
  if (flags.dryRun) {
    const account = Object.fromEntries(names.map((name) => [name, given[name] ?? MISSING]))
    return { account, operator: isPlaced ? undefined : operatorOf(flags, flags.contact ?? MISSING) }
  }
  if ((missing.length || lacksContact) && !isTerminal()) throw new Error(missingWords(flags, missing, lacksContact))
  for (const name of missing)
    given[name] = await ask(QUESTIONS[name], {
      isHidden: name === "LEASE_PASSWORD",
      check: (answer) => problemOf(name, answer),
    })
  if (isPlaced) return { account: given, operator: undefined }
  if (!lacksContact) return { account: given, operator: operatorOf(flags, flags.contact ?? "") }
  const operator = flags.operator ?? (await ask("The operator's name, as shoppers know it (Enter for none):"))
  const contact = await ask("How shoppers reach the operator (a phone number or an email address):", {
    check: (answer) => (answer ? undefined : "Shoppers need a way to contact the operator."),
  })
  return { account: given, operator: operatorOf({ operator }, contact) }
}

function operatorOf({ operator: name }: Pick<InitFlags, "operator">, contact: string): Answers["operator"] {
  return { ...(name && { name }), contact }
}

/** Returns what is wrong with a value, in the words of the plugin's option. */
function problemOf(name: AccountName, value: string): string | undefined {
  const { error } = LeaseServiceOptionsSchema.shape[FIELDS[name]].safeParse(value)
  if (error) return error.issues[0]?.message
  try {
    envValue(name, value)
  } catch (wrong) {
    return (wrong as Error).message
  }
  return undefined
}

/** Names everything that is missing, with the command to run. */
function missingWords(flags: InitFlags, missing: readonly AccountName[], lacksContact: boolean): string {
  const contact = lacksContact ? ["--contact"] : []
  const names = [
    ...missing.map((name) => (name === "LEASE_PASSWORD" ? `${name} in the environment` : FLAGS[name])),
    ...contact,
  ]
  const words = missing.flatMap((name) => (name === "LEASE_PASSWORD" ? [] : [FLAGS[name], EXAMPLES[name]]))
  const password = missing.includes("LEASE_PASSWORD") ? `LEASE_PASSWORD=${EXAMPLES.LEASE_PASSWORD} ` : ""
  const all = [...shownArgs(flags.args), ...words, ...(lacksContact ? ["--contact", "help@leasing.example"] : [])]
  const line = `${password}npx --no -- medusa-plugin-lease-to-own init ${all.join(" ")}`
  return `Nothing was changed, because there is no terminal to ask for ${names.join(", ")}. Run, for example:\n  ${line}`
}
