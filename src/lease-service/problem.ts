import { z } from "zod"
import type { Problem } from "./errors"
import { clip } from "./mask"
import { text } from "./read"

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

/** The problem that an answer's JSON holds, masked; undefined when it holds none. `secrets` are those of the call in flight. */
export function readProblem(answer: unknown, secrets: readonly RegExp[]): Problem | undefined {
  const read = ProblemSchema.safeParse(answer)
  if (!read.success) return undefined
  const { type, title, detail, errors } = read.data
  const masked = (words: string) => clip(words, secrets)
  const fields = Object.entries(errors ?? {}).map(([field, said]) => [masked(field), said.map(masked)])
  const code = type && /#([\w.-]{1,64})$/.exec(type)?.[1]
  return {
    ...(title !== undefined && { title: masked(title) }),
    ...(detail !== undefined && { detail: masked(detail) }),
    ...(code && { code: masked(code) }),
    ...(fields.length > 0 && { errors: Object.fromEntries(fields) }),
  }
}

/** The problem in one line, for the log. */
export function sayProblem({ code, title, detail, errors }: Problem): string {
  const fields = Object.entries(errors ?? {}).map(([field, said]) => `${field} (${said.join(" ")})`)
  return [code && `[${code}]`, title, detail, ...fields].filter(Boolean).join(" | ").slice(0, 2000)
}
