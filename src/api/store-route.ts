import type { MedusaResponse } from "@medusajs/framework/http"
import { z } from "zod"
import { inLedgersWords } from "../medusa/errors"
import { type Desk, deskOf } from "../modules/lease"
import { LedgerRefusal, type RefusalKind } from "../modules/lease/texts/refusal"
import type { StoreRequest } from "./store-cart"
import type { Refusal } from "./types"

/** Larger bodies are refused: the largest honest one is a full application form. */
export const MAX_BODY_BYTES = 32 * 1024

/** A refused body is read up to this, kept nowhere, so that its sender gets the answer; beyond it the connection is cut. */
const MAX_DISCARDED_BYTES = 4 * 1024 * 1024

/** The status with which each kind of "no" is answered. */
export const STATUS: Record<RefusalKind, number> = {
  invalid: 400,
  forbidden: 403,
  not_found: 404,
  not_allowed: 409,
  too_large: 413,
  wrong_type: 415,
  too_many: 429,
  unavailable: 503,
  unknown: 504,
}

/**
 * Makes a route of a function that answers what the shopper gets. A refusal becomes its status and a `Refusal` body. Everything else goes
 * to Medusa's error handler. Never cached, unless `sharedFor` says for how many seconds anybody with the same publishable key is given the same answer; a refusal
 * is not shared.
 */
export function storeRoute<T>(
  work: (req: StoreRequest, desk: Desk) => Promise<T>,
  { sharedFor }: { sharedFor?: number } = {},
) {
  return async (req: StoreRequest, res: MedusaResponse): Promise<void> => {
    res.setHeader("cache-control", "no-store")
    try {
      const answer = await work(req, deskOf(req.scope))
      if (sharedFor !== undefined) {
        res.setHeader("cache-control", `public, max-age=${sharedFor}`)
        // A key sees the products of its own sales channels.
        res.vary("x-publishable-api-key")
      }
      res.json(answer)
    } catch (error) {
      answerRefusal(res, error)
    }
  }
}

/** Answers a refusal of the ledger with its status and words, except after a broken upload; rethrows everything else. */
export function answerRefusal(res: MedusaResponse, thrown: unknown): void {
  if (thrown instanceof UploadBrokenOff) return
  const error = inLedgersWords(thrown)
  if (!(error instanceof LedgerRefusal)) throw error
  // The rest of a larger body stays unread, so the connection ends with this answer. It must not carry another request.
  if (error.kind === "too_large") res.setHeader("connection", "close")
  res.status(STATUS[error.kind]).json(refusalBody(error))
}

function refusalBody(error: LedgerRefusal): Refusal {
  const { code, message, params, fields } = error
  return { type: error.kind, code, message, ...(Object.keys(params).length && { params }), ...(fields && { fields }) }
}

/**
 * The JSON body of a request, checked. Medusa's own parser is switched off on our routes: its error texts, and those of its validator, repeat
 * what was sent, and what is sent here must appear nowhere. Throws LedgerRefusal that names fields and rules only.
 */
export async function readBody<T>(req: StoreRequest, schema: z.ZodType<T>): Promise<T> {
  const parsed = schema.safeParse(parse(await readText(req)))
  if (parsed.success) return parsed.data
  const fields = parsed.error.issues.map((issue) => ({
    field: issue.path.join("."),
    rule: issue.code,
    message: RULES[issue.code] ?? "This is not as it should be.",
  }))
  throw new LedgerRefusal("body_invalid", {}, { kind: "invalid", fields })
}

const RULES: Partial<Record<z.core.$ZodIssue["code"], string>> = {
  invalid_type: "This is missing or of the wrong type.",
  invalid_value: "This is not one of the allowed values.",
  too_small: "This is too short.",
  too_big: "This is too long.",
}

function parse(text: string): unknown {
  if (!text.trim()) return {}
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own words quote the body.
    throw new LedgerRefusal("body_invalid", {}, { kind: "invalid" })
  }
}

/** The sender is gone before the end of the body. There is no one to answer and nothing to log. */
class UploadBrokenOff extends Error {}

async function readText(req: StoreRequest): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of req) {
      size += chunk.length
      if (size <= MAX_BODY_BYTES) chunks.push(chunk)
      else if (size > MAX_DISCARDED_BYTES) break
    }
  } catch (error) {
    throw req.complete ? error : new UploadBrokenOff()
  }
  if (size > MAX_BODY_BYTES) throw new LedgerRefusal("body_too_large", {}, { kind: "too_large" })
  return Buffer.concat(chunks).toString("utf8")
}
