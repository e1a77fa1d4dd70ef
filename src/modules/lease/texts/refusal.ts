import type { FieldIssue } from "../../../client"
import type { ReasonCode } from "../../../lease-cart"
import { type MessageCode, type MessageParams, textOf } from "./messages"

/** `not_allowed`: the rules say no. `invalid`: the request is wrong. `unavailable`: the lease service could not be asked, nothing changed. `unknown`: it gave no clear answer. */
export type RefusalKind =
  | "not_allowed"
  | "invalid"
  | "too_large"
  | "wrong_type"
  | "not_found"
  | "forbidden"
  | "too_many"
  | "unavailable"
  | "unknown"

/** A "no" of the ledger, in words for the person who asked; routes and the provider give it their own form. `cause`, if there is one, is technical, and goes to the log only. */
export class LedgerRefusal extends Error {
  readonly kind: RefusalKind
  readonly fields: FieldIssue[] | undefined

  constructor(
    readonly code: MessageCode | ReasonCode,
    readonly params: MessageParams = {},
    more: { kind?: RefusalKind; cause?: unknown; fields?: FieldIssue[]; message?: string } = {},
  ) {
    const { kind = "not_allowed", cause, fields, message = textOf(code as MessageCode, params) } = more
    super(message, cause === undefined ? undefined : { cause })
    this.name = "LedgerRefusal"
    this.kind = kind
    this.fields = fields
  }
}
