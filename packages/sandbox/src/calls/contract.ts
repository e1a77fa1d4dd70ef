import { type CallAnswer, type CallInput, idFromQuery } from "../call"
import { paths } from "../defaults"
import type { Contract, Lease } from "../lease"
import { voidContract, wrongState } from "../lifecycle"
import { signAtOnce } from "../signing"
import { findLease, type World } from "../world"

/** The address of an open contract. */
export function esignUrl(world: World, contract: Contract): string {
  return `${world.addresses.contractOrigin}${paths.contract}/${contract.token}`
}

/** The contract of a lease in Contracts: the same until its life is over, then a new one. */
export function openContract(world: World, lease: Lease): Contract {
  const now = world.clock.now()
  const held = lease.contract
  if (held && (!held.validUntil || held.validUntil > now)) return held
  if (held) world.contracts.delete(held.token)
  const { esignUrlTtl } = world.settings
  const contract: Contract = {
    token: world.tokens.secret(),
    applicationId: lease.applicationId,
    validUntil: esignUrlTtl === undefined ? undefined : new Date(now.getTime() + esignUrlTtl),
    phase: "open",
    consents: new Set(),
    signatures: new Set(),
  }
  world.contracts.set(contract.token, contract)
  lease.contract = contract
  lease.history.push({ at: now, what: "Contract address handed out" })
  return contract
}

/** GET application/contract?applicationId= (spec 4.1, reference 6): the eSign URL, in Contracts only. */
export function getContract(world: World, input: CallInput): CallAnswer {
  const lease = findLease(world, idFromQuery(input))
  if (lease.state !== "Contracts") throw wrongState(lease, "There is no contract to sign.")
  const contract = openContract(world, lease)
  const body = { applicationId: lease.applicationId, esignUrl: esignUrl(world, contract) }
  if (world.settings.autoSign) signAtOnce(world, lease, contract)
  return { applicationId: lease.applicationId, note: "contract address handed out", body }
}

/** DELETE application/contract?applicationId= (spec 4.1): Lease Accepted and nothing shipped; earlier where that is let. Lease back to Approved. */
export function cancelContract(world: World, input: CallInput): CallAnswer {
  const lease = findLease(world, idFromQuery(input))
  if (lease.shipped) throw wrongState(lease, "A part of the order has shipped: it can be returned, not canceled.")
  if (lease.state !== "Lease Accepted" && world.settings.dialect.rules.cancel === "accepted")
    throw wrongState(lease, "A contract is canceled once the lease is accepted.")
  const { contract } = lease
  voidContract(lease, world.clock.now())
  if (contract) world.contracts.delete(contract.token)
  return { applicationId: lease.applicationId, note: "contract canceled" }
}
