import type { State } from "../state-table"
import { amountNames, type Dialect, type FieldName } from "./schema"

type Spoken = Pick<Dialect, "names" | "answers" | "statuses">

/** The part of a dialect that answers depend on, as far as it changes. */
export type AnswerDialect = { [Part in keyof Spoken]?: Partial<Spoken[Part]> }

/** A dialect with another way to answer, as a fault has it for one call. */
export function withAnswers(dialect: Dialect, { names, answers, statuses }: AnswerDialect): Dialect {
  return {
    ...dialect,
    names: { ...dialect.names, ...names },
    answers: { ...dialect.answers, ...answers },
    statuses: { ...dialect.statuses, ...statuses },
  }
}

const amounts: readonly string[] = amountNames

/** A value of an answer, by the name of its field, as the service writes it; undefined: left out. */
function spoken({ answers, statuses }: Spoken, name: string, value: unknown): unknown {
  if ((name === "appStatus" || name === "isOkToDeliver") && statuses[name] === "absent") return undefined
  if (name === "applicationId" && answers.applicationId === "number") return Number(value)
  if (typeof value === "boolean" && answers.booleans === "text") return String(value)
  if (amounts.includes(name) && typeof value === "number" && answers.amounts === "text") return value.toFixed(2)
  if (name === "status" && typeof value === "string") return statuses.words[value as State] ?? value
  if (name === "status" && answers.statusCode === "text") return String(value)
  return value
}

/** An answer in this sandbox's words, in those of the service. */
export function inDialect(dialect: Spoken, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => inDialect(dialect, item))
  if (typeof value !== "object" || value === null) return value
  const fields = Object.entries(value).flatMap(([name, inner]) => {
    const written = spoken(dialect, name, inDialect(dialect, inner))
    if (written === undefined) return []
    const field = [pathIn(dialect, name), written]
    const isApart = name === "isOkToDeliver" && dialect.statuses.isOkToDeliver === "apart"
    return [isApart ? ["fulfillment", Object.fromEntries([field])] : field]
  })
  return Object.fromEntries(fields)
}

/** A field's name, or a path such as `store.operatorMerchantId`. */
function pathIn({ names }: Spoken, path: string): string {
  const spokenName = (name: string) => (Object.hasOwn(names, name) ? names[name as FieldName] : undefined) ?? name
  return path.split(".").map(spokenName).join(".")
}

/** A request in the service's words, in those of this sandbox. A field that has another name here is not known by its own. */
export function fromDialect(dialect: Spoken, value: unknown): unknown {
  const renamed = Object.entries(dialect.names).filter(([, name]) => name !== undefined)
  if (!renamed.length) return value
  const own = new Map<string, string | undefined>([
    ...renamed.map(([field]) => [field, undefined] as const),
    ...renamed.map(([field, name]) => [name, field] as const),
  ])
  const walk = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(walk)
    if (typeof part !== "object" || part === null) return part
    const fields = Object.entries(part).flatMap(([name, inner]) => {
      const known = own.has(name) ? own.get(name) : name
      return known === undefined ? [] : [[known, walk(inner)]]
    })
    return Object.fromEntries(fields)
  }
  return walk(value)
}
