import { type CallAnswer, type CallInput, idFromQuery } from "../call"
import { type Contract, type Lease, move, wrongState } from "../lease"
import { signAtOnce } from "../signing"
import { nextState } from "../state-table"
import { esignUrl } from "../views"
import { dropContract, findLease, type World } from "../world"

/** Returns the contract of a lease in Contracts. Repeated calls return the same contract until it's dropped. */
export function openContract(world: World, lease: Lease): Contract {
  if (lease.state !== "Contracts") throw wrongState(lease, "There is no contract to sign.")
  if (lease.contract) return lease.contract
  const contract: Contract = {
    token: world.tokens.secret(),
    applicationId: lease.applicationId,
    phase: "open",
    consents: new Set(),
    signatures: new Set(),
  }
  world.contracts.set(contract.token, contract)
  lease.contract = contract
  lease.history.push({ at: world.clock.now(), what: "Contract address returned" })
  return contract
}

/** GET application/contract?applicationId= (spec 4.1, reference 6). Returns the eSign URL, but only in Contracts. */
export function getContract(world: World, input: CallInput): CallAnswer {
  const lease = findLease(world, idFromQuery(input))
  const { applicationId } = lease
  const contract = openContract(world, lease)
  if (world.settings.autoSign) signAtOnce(world, lease, contract)
  const body = { applicationId, esignUrl: esignUrl(world, contract) }
  return { applicationId, note: "contract address returned", body }
}

/**
 * DELETE application/contract?applicationId= (spec 4.1). Voids the contract and the cart, refunds the first payment, and returns the lease to
 * Approved with the same ID (reference 6). Allowed in Lease Accepted if nothing has shipped, and earlier if the rule `cancel` allows it.
 */
export function cancelContract(world: World, input: CallInput): CallAnswer {
  const lease = findLease(world, idFromQuery(input))
  if (lease.shipped) throw wrongState(lease, "A part of the order has shipped, so it can only be returned.")
  if (lease.state !== "Lease Accepted" && world.settings.dialect.rules.cancel === "accepted")
    throw wrongState(lease, "A contract can be canceled once the lease is accepted.")
  if (!nextState(lease.state, "cancel")) throw wrongState(lease, "A contract can't be canceled in this state.")
  move(lease, "cancel", world.clock.now(), "Contract canceled")
  dropContract(world, lease)
  lease.cart = lease.orderId = lease.returnAuthorization = undefined
  lease.readsSinceSigning = 0
  if (lease.payment === "captured") lease.payment = "refunded"
  else if (lease.payment === "outstanding") lease.payment = "none"
  return { applicationId: lease.applicationId, note: "contract canceled" }
}
