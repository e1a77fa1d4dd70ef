import { randomUUID } from "node:crypto"
import { breakdownOf, dollars, sumsOf } from "./pricing.mjs"
import { Refusal } from "./refusal.mjs"
import { read, shapes } from "./shapes.mjs"

/**
 * @typedef {"Approved" | "Cart Received" | "Lease Accepted" | "Lease Active" | "Returned" | "Canceled"} LeaseStatus
 * @typedef {{ applicationId: string, status: LeaseStatus, cart?: import("./shapes.mjs").Cart,
 *   contract?: { number: string, token: string }, mayReturn: boolean }} Lease
 * @typedef {{ applicationId: string, body: Record<string, unknown> }} Call
 * @typedef {{ status: number, body?: object }} Answer
 */

const LIMIT = 3000_00
const DENIED = "Please contact Second Street Leasing at 1-555-0100 for more information."

/** The leases of one service, in memory, and the rules of sections 3, 4.1 and 7. */
export class Leases {
  /** @type {Map<string, Lease>} */
  #leases = new Map()
  #signingUrl

  /** @param {(token: string) => string} signingUrl */
  constructor(signingUrl) {
    this.#signingUrl = signingUrl
  }

  /** @param {Call} call @returns {Answer} */
  apply({ body }) {
    const text = textsOf(body).join("\n").toLowerCase()
    if (text.includes("denied")) return { status: 200, body: { status: "Denied", message: DENIED } }
    if (text.includes("pending")) return { status: 202, body: { status: "Pending", message: "Under review." } }
    const applicationId = randomUUID()
    this.#leases.set(applicationId, { applicationId, status: "Approved", mayReturn: false })
    return { status: 201, body: { applicationId, status: "Approved", spendingLimit: dollars(LIMIT) } }
  }

  /** A new cart takes the place of the earlier one, and voids its contract. @param {Call} call @returns {Answer} */
  recordCart({ applicationId, body }) {
    const lease = this.#lease(applicationId, "Approved", "Cart Received")
    const cart = read(shapes.cart, body)
    const { total } = sumsOf(cart)
    if (total > LIMIT)
      throw new Refusal(422, "OVER_SPENDING_LIMIT", [`The cart is above the spending limit of $${dollars(LIMIT)}.`])
    Object.assign(lease, { cart, contract: undefined, status: "Cart Received" })
    return { status: 200, body: { ...stateOf(lease), orderId: cart.orderId, cartTotal: dollars(total) } }
  }

  /** @param {Call} call @returns {Answer} */
  price({ applicationId }) {
    const lease = this.#lease(applicationId)
    if (!lease.cart) throw new Refusal(409, "NO_CART", ["No cart was recorded for this application."])
    return { status: 200, body: { ...stateOf(lease), leaseBreakdown: breakdownOf(lease.cart) } }
  }

  /** @param {Call} call @returns {Answer} */
  contract({ applicationId }) {
    const lease = this.#lease(applicationId, "Cart Received", "Lease Accepted", "Lease Active", "Returned")
    lease.contract ??= { number: `C-${randomUUID().slice(0, 8).toUpperCase()}`, token: randomUUID() }
    const isSigned = lease.status !== "Cart Received"
    const { number, token } = lease.contract
    const contract = { number, isSigned, signingUrl: this.#signingUrl(token) }
    return { status: 200, body: { ...stateOf(lease), contract, payment: isSigned ? "Captured" : "Authorized" } }
  }

  /** @param {string} token @returns {Lease | undefined} the lease whose contract is signed there */
  ofToken(token) {
    return [...this.#leases.values()].find(({ contract }) => contract?.token === token)
  }

  /** The Submit button: captures the payment and accepts the lease. Pressing it again changes nothing. @param {Lease} lease */
  submit(lease) {
    if (lease.status === "Cart Received") lease.status = "Lease Accepted"
  }

  /** Signs as the customer would. @param {string} applicationId */
  sign(applicationId) {
    const lease = this.#lease(applicationId, "Cart Received")
    if (!lease.contract) throw new Error("There is no contract to sign. Ask for the contract first.")
    this.submit(lease)
  }

  /** Takes any field with "date" in its name, or none. @param {Call} call @returns {Answer} */
  deliver({ applicationId, body }) {
    const lease = this.#lease(applicationId, "Lease Accepted")
    const dates = Object.entries(body).filter(([key]) => /date/i.test(key))
    const days = dates.map(([, value]) => read(shapes.day, String(value).slice(0, "YYYY-MM-DD".length)))
    lease.status = "Lease Active"
    return {
      status: 200,
      body: { ...stateOf(lease), leaseStartDate: days[0] ?? new Date().toISOString().slice(0, 10) },
    }
  }

  /** A lease that was not delivered is canceled, not returned (section 1.5). @param {Call} call @returns {Answer} */
  checkReturn({ applicationId }) {
    const lease = this.#lease(applicationId)
    lease.mayReturn = lease.status === "Lease Active"
    const merchandiseReturnAuthorization = { isReturnEligible: lease.mayReturn }
    return { status: 200, body: { ...stateOf(lease), merchandiseReturnAuthorization } }
  }

  /** @param {Call} call @returns {Answer} */
  return({ applicationId, body }) {
    const lease = this.#lease(applicationId)
    const { dateOfReturn } = read(shapes.return, body)
    if (!lease.mayReturn)
      throw new Refusal(409, "RETURN_NOT_AUTHORIZED", [
        "The return was not authorized. Ask for its availability first.",
      ])
    Object.assign(lease, { mayReturn: false, status: "Returned" })
    return { status: 200, body: { ...stateOf(lease), dateOfReturn } }
  }

  /** @param {Call} call @returns {Answer} */
  cancel({ applicationId }) {
    this.#lease(applicationId, "Lease Accepted").status = "Canceled"
    return { status: 204 }
  }

  /** @param {string} applicationId @param {LeaseStatus[]} allowed none: in any status */
  #lease(applicationId, ...allowed) {
    const lease = this.#leases.get(applicationId)
    if (!lease) throw new Refusal(404, "APPLICATION_NOT_FOUND", ["There is no application with this applicationId."])
    if (allowed.length > 0 && !allowed.includes(lease.status))
      throw new Refusal(409, "WRONG_STATUS", [`The lease is ${lease.status}; this needs ${allowed.join(" or ")}.`])
    return lease
  }
}

/** @param {Lease} lease */
const stateOf = ({ applicationId, status }) => ({ applicationId, leaseStatus: status })

/** @param {unknown} value @returns {string[]} all texts in it, however deep */
function textsOf(value) {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value ? Object.values(value).flatMap(textsOf) : []
}
