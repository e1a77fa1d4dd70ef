import { type ConsentName, consentNames, messageTexts, signaturePlaces } from "./defaults"
import { type Contract, type Lease, move } from "./lease"
import { Problem } from "./problem"
import { contractWords } from "./words"
import type { World } from "./world"

/** A message from the contract frame, before it gets its posted form (reference 11). */
export type FrameMessage = { text: string; success?: boolean }

/** The result of one step in the contract. `notice` is for the signer, in the lease's language. */
export type SigningStep = { messages: FrameMessage[]; notice?: string }

export const loadMessages: FrameMessage[] = [
  { text: messageTexts.loaded, success: true },
  { text: messageTexts.summary, success: true },
]

const refused = (detail: string) => new Problem("wrong-state", detail)

function checkOpen(lease: Lease, contract: Contract): void {
  if (contract.phase === "complete") throw refused("This contract is already signed. There is nothing left to do.")
  if (lease.state !== "Contracts")
    throw refused("This contract is no longer open. Go back to the shop and start again.")
}

export function recordConsent(lease: Lease, contract: Contract, name: ConsentName, given: boolean): SigningStep {
  checkOpen(lease, contract)
  if (!given && contract.signatures.size > 0) throw refused("A consent can't be withdrawn after the first signature.")
  const isNew = given && !contract.consents.has(name)
  if (given) contract.consents.add(name)
  else contract.consents.delete(name)
  return { messages: isNew ? [{ text: messageTexts[name] }] : [] }
}

export function recordSignature(lease: Lease, contract: Contract, place: number): SigningStep {
  checkOpen(lease, contract)
  if (contract.consents.size < consentNames.length) throw refused("Check both consents first.")
  if (contract.signatures.has(place)) return { messages: [] }
  contract.signatures.add(place)
  const count = contract.signatures.size
  const messages: FrameMessage[] = [{ text: messageTexts.signature(count, signaturePlaces) }]
  if (count === signaturePlaces) messages.push({ text: messageTexts.allSigned })
  return { messages }
}

/**
 * Submits a signed contract (spec 1.3), captures the authorization, and moves the lease to Contracts Received. `withCard` is true if a second card
 * was entered. If the card is declined, the contract can be submitted again (reference 11).
 */
export function submitContract(world: World, lease: Lease, contract: Contract, withCard: boolean): SigningStep {
  checkOpen(lease, contract)
  const consents = consentNames.length - contract.consents.size
  const places = signaturePlaces - contract.signatures.size
  if (consents || places) throw refused(`Not submitted: ${consents} consents and ${places} signatures are missing.`)
  const { scenario } = lease
  const words = contractWords(lease.language)
  if (scenario === "cardfails" || (scenario === "carddeclined" && !withCard)) {
    const asksFirst = contract.phase !== "card"
    contract.phase = "card"
    return { messages: asksFirst ? [{ text: messageTexts.card }] : [], notice: words.declined }
  }
  if (contract.fault === "done-false")
    return { messages: [{ text: messageTexts.done, success: false }], notice: words.unpaid }
  move(lease, "sign", world.clock.now(), "Contract signed")
  contract.phase = "complete"
  lease.readsSinceSigning = 0
  lease.payment = scenario === "notpaid" || scenario === "slow" ? "outstanding" : "captured"
  return { messages: doneMessages(contract), notice: words.done }
}

function doneMessages({ fault }: Contract): FrameMessage[] {
  const done = { text: messageTexts.done, success: true }
  if (fault === "no-done") return []
  if (fault === "duplicate-done") return [done, done]
  if (fault === "unknown-text") return [{ text: messageTexts.unknown }, done]
  return [done]
}

/** Signs without a page. Returns true if the lease moved to its next state, and false if the card is declined. */
export function signAtOnce(world: World, lease: Lease, contract: Contract): boolean {
  checkOpen(lease, contract)
  for (const name of consentNames) contract.consents.add(name)
  for (let place = 1; place <= signaturePlaces; place += 1) contract.signatures.add(place)
  submitContract(world, lease, contract, true)
  return lease.state !== "Contracts"
}
