import type { FieldIssue } from "../../../client"
import type { ReasonCode } from "../../../lease-cart"
import { type MessageCode, type MessageParams, textOf } from "./messages"

/** `not_allowed`: the rules forbid it. `invalid`: bad request. `unavailable`: not asked, nothing changed. `unknown`: no clear answer. */
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

/** The ledger's refusal, in words for the person who asked; routes and the provider give it their own form. `cause` is only for the log. */
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
