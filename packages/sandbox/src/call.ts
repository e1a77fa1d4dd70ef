import { z } from "zod"
import { applicationId, parseFields, store } from "./fields"
import type { World } from "./world"

/** A call's input after its credentials and media type have been checked. */
export type CallInput = { query: URLSearchParams; body: unknown }

/** The response to a call, empty without a `body`. `note` is for the journal. */
export type CallAnswer = { body?: Record<string, unknown>; applicationId: string; note: string }

/** A call to the API. It has no effect if it throws a Problem. */
export type Call = (world: World, input: CallInput) => CallAnswer

export function idFromQuery({ query }: CallInput): string {
  const given = { applicationId: query.get("applicationId") ?? undefined }
  return parseFields(z.object({ applicationId }), given).applicationId
}

/** Returns the schema for `store`: either optional, or required and with the operator's number (reference 2). */
export function storeField({ settings }: World) {
  if (settings.dialect.requests.store === "optional") return store.optional()
  const path = ["operatorMerchantId"]
  return store.refine((value) => value.operatorMerchantId !== undefined, { error: "is required", path })
}
