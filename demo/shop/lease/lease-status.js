import { el } from "../dom.js"
import { dictionary } from "../language.js"
import { say } from "./words.js"

/**
 * A placed lease, for the page of its order: messages (for example that the contract is still being confirmed), its masked
 * reference, and who receives the payments.
 *
 * @param {NonNullable<Awaited<ReturnType<import("../store.js").Store["leaseOfOrder"]>>>} lease
 * @param {import("/lease-to-own/index.js").LeaseView["operator"]} operator
 */
export function leaseStatus({ reference, messages }, { name, contact }) {
  return {
    messages: messages.map((said) => el("p", {}, dictionary.message(said).message)),
    method: say("method"),
    reference: /** @type {const} */ ([say("reference"), masked(reference)]),
    next: say("paid_to", { operator: name, contact }),
  }
}

/** Enough to tell two leases apart, too little to use. @param {string} reference */
function masked(reference) {
  return `… ${reference.slice(-5)}`
}
