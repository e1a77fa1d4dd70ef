import type { LeaseView } from "../wire.js"

/** Whether a contract for the cart is signed, or may be signed at any moment, so the cart's items must stay as they are. */
export function hasContract(status: LeaseView["status"]): boolean {
  return status === "signing" || status === "signed" || status === "placing"
}
