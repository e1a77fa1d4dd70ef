import { z } from "zod"
import { clip } from "../values/mask"
import { text } from "../values/read"
import type { Problem } from "./errors"

const texts = z.union([z.string().transform((only) => [only]), z.array(z.string())])

/** A problem or validation body (reference 10), which only the service's own program writes; a gateway's page is none. */
export const ProblemSchema = z
  .looseObject({
    type: text.catch(undefined),
    title: text.catch(undefined),
    detail: text.catch(undefined),
    errors: z.record(z.string(), texts).nullish().catch(undefined),
  })
  .refine(
    ({ title, detail, errors }) => title !== undefined || detail !== undefined || Object.keys(errors ?? {}).length > 0,
  )

/** People read no more of an explanation. */
const MOST_FIELDS = 50
const MOST_TEXTS = 5

/** The problem that an answer's JSON holds, masked; undefined when it holds none. `secrets` are those of the call in flight. */
export function readProblem(answer: unknown, secrets: readonly string[]): Problem | undefined {
  const read = ProblemSchema.safeParse(answer)
  if (!read.success) return undefined
  const { type, title, detail, errors } = read.data
  const masked = (words: string) => clip(words, secrets)
  const fields = Object.entries(errors ?? {})
    .slice(0, MOST_FIELDS)
    .map(([field, said]) => [masked(field), said.slice(0, MOST_TEXTS).map(masked)])
  const code = type && /#([\w.-]{1,64})$/.exec(type)?.[1]
  return {
    ...(title !== undefined && { title: masked(title) }),
    ...(detail !== undefined && { detail: masked(detail) }),
    ...(code && { code: masked(code) }),
    ...(fields.length > 0 && { errors: Object.fromEntries(fields) }),
  }
}

/** Longer codes, and codes with many digits, are none. */
const CODE = /#([a-z][a-z.-]{0,40}\d{0,4})$/i

/**
 * The code of the problem in an answer's JSON, and which of `fields` it calls wrong: nothing that the service wrote in words of its own
 * (compare `Call.fields`). Paths are compared without case and without a leading `$.`.
 */
export function readBareProblem(answer: unknown, fields: readonly string[]): Problem | undefined {
  const read = ProblemSchema.safeParse(answer)
  if (!read.success) return undefined
  const { type, errors } = read.data
  const code = CODE.exec(type ?? "")?.[1]
  const named = new Set(Object.keys(errors ?? {}).map((path) => path.replace(/^\$\./, "").toLowerCase()))
  const wrong = fields.filter((field) => named.has(field.toLowerCase()))
  return {
    ...(code && { code }),
    ...(named.size > 0 && { errors: Object.fromEntries(wrong.map((field) => [field, []])) }),
  }
}

/** The problem in one line, for the log. */
export function sayProblem({ code, title, detail, errors }: Problem): string {
  const fields = Object.entries(errors ?? {}).map(([field, said]) =>
    said.length ? `${field} (${said.join(" ")})` : field,
  )
  return [code && `[${code}]`, title, detail, ...fields].filter(Boolean).join(" | ").slice(0, 2000)
}
