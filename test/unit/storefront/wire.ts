import type * as browser from "../../../packages/storefront/src/wire"
import type * as server from "../../../src/api/types"

/** A type written out, so that two of them are compared by what they hold. */
type Plain<T> = T extends object ? { [Key in keyof T]: Plain<T[Key]> } : T
type Same<A, B> = (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : never

/** The storefront's wire is the server's: this file compiles only while it is. Every other type of the wire is part of one of these. */
export const wireIsTheSame: [
  Same<server.LeaseView, browser.LeaseView>,
  Same<server.ApplyBody, browser.ApplyBody>,
  Same<server.ApplyAnswer, browser.ApplyAnswer>,
  Same<server.ApprovalBody, browser.ApprovalBody>,
  Same<server.CodeAnswer, browser.CodeAnswer>,
  Same<server.ContractAnswer, browser.ContractAnswer>,
  Same<server.SignatureBody, browser.SignatureBody>,
  Same<server.SignatureAnswer, browser.SignatureAnswer>,
  Same<server.WidgetAnswer, browser.WidgetAnswer>,
  Same<server.WidgetEventBody, browser.WidgetEventBody>,
  Same<server.ProductLeaseView, browser.ProductLeaseView>,
  Same<server.OrderLeaseView, browser.OrderLeaseView>,
  Same<server.Refusal, browser.Refusal>,
] = [true, true, true, true, true, true, true, true, true, true, true, true, true]
