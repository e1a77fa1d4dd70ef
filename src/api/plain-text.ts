import { z } from "zod"

/** Signs that PostgreSQL can neither keep nor be asked for: NUL, and halves of others. */
const UNKEEPABLE = /[\0\p{Cs}]/u

/** A text of a request: of `least` to `most` signs that can be kept. */
export function plainText(most: number, least = 1): z.ZodString {
  return z
    .string()
    .min(least)
    .max(most)
    .refine((text) => !UNKEEPABLE.test(text))
}

/** No id of Medusa's or ours is as long. */
const LONGEST_ID = 200

/** The id in the address. */
export function idOf({ params }: { params: Record<string, string | undefined> }): string {
  return keepable(params.id ?? "")
}

/** An id as it was sent. What PostgreSQL cannot even be asked for is left out of it, and so is not found. */
export function keepable(id: string): string {
  return id.replace(/[\0\p{Cs}]/gu, "").slice(0, LONGEST_ID)
}
