import { z } from "zod"
import { applicationId, parseFields, store } from "./fields"
import type { World } from "./world"

/** A call's input once its door was passed. */
export type CallInput = { query: URLSearchParams; body: unknown }

/** The answer of a call. Without `body` it is the empty one. `note` is the journal's line. */
export type CallAnswer = { body?: Record<string, unknown>; applicationId: string; note: string }

/** One call of the API. Throws a Problem when it refuses; then nothing was changed. */
export type Call = (world: World, input: CallInput) => CallAnswer

export function idFromQuery({ query }: CallInput): string {
  const given = { applicationId: query.get("applicationId") ?? undefined }
  return parseFields(z.object({ applicationId }), given).applicationId
}

/** The `store` field as this sandbox asks for it: optional, or required with the operator's number (reference 2). */
export function storeField({ settings }: World) {
  if (settings.dialect.requests.store === "optional") return store.optional()
  const path = ["operatorMerchantId"]
  return store.refine((value) => value.operatorMerchantId !== undefined, { error: "is required", path })
}
