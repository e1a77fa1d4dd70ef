import type { IncomingMessage } from "node:http"
import { contractData, contractPage, notePage } from "./contract-page"
import { consentNames, paths, signaturePlaces } from "./defaults"
import { frameFaults } from "./faults"
import { cardNumber, cvv, flag, number, object, oneOf, parseFields, pattern, wholeBody } from "./fields"
import { jsonReply, type Reply, readStep } from "./http"
import type { Contract, Lease } from "./lease"
import { Problem } from "./problem"
import { loadMessages, recordConsent, recordSignature, type SigningStep, submitContract } from "./signing"
import { findLease, type World } from "./world"

type Opened = { contract: Contract; lease: Lease }

/** Returns the merchant's origin from the Referer header, ignoring the sandbox's own pages. */
function referrerOrigin({ addresses }: World, { headers }: IncomingMessage): string | undefined {
  if (!headers.referer || !URL.canParse(headers.referer)) return undefined
  const { origin } = new URL(headers.referer)
  return origin === "null" || origin === addresses.contractOrigin ? undefined : origin
}

function closed(world: World, why: string): Reply {
  return notePage(world, 410, "This contract is no longer open", why)
}

function showContract(world: World, request: IncomingMessage, { contract, lease }: Opened): Reply {
  contract.merchantOrigin = referrerOrigin(world, request) ?? contract.merchantOrigin
  if (contract.phase === "complete") {
    const text = "There is nothing left to do here. You can go back to the shop."
    return notePage(world, 200, "This contract is signed", text)
  }
  if (lease.state !== "Contracts" || !lease.cart)
    return closed(world, "Nothing was charged. Go back to the shop and start signing again.")
  contract.fault = world.faults.take("frame", frameFaults)
  return contractPage(world, lease, lease.cart, contractData(world, contract, loadMessages))
}

const ConsentSchema = wholeBody({ name: oneOf(consentNames), given: flag })
const SignatureSchema = wholeBody({
  place: number().int().min(1, "isn't a place on the contract").max(signaturePlaces, "isn't a place on the contract"),
})
const SubmitSchema = wholeBody({
  card: object({
    number: cardNumber,
    expiration: pattern(/^(0[1-9]|1[0-2])\/\d{2}$/, "must be MM/YY"),
    cvv,
  }).optional(),
})

function takeStep(world: World, { contract, lease }: Opened, action: string, body: unknown): SigningStep {
  if (action === "consents") {
    const { name, given } = parseFields(ConsentSchema, body)
    return recordConsent(lease, contract, name, given)
  }
  if (action === "signatures") return recordSignature(lease, contract, parseFields(SignatureSchema, body).place)
  // Check only that there is a card, and don't keep it.
  return submitContract(world, lease, contract, parseFields(SubmitSchema, body).card !== undefined)
}

export async function answerContract(world: World, request: IncomingMessage, { pathname }: URL): Promise<Reply> {
  const [, token = "", action] = /^\/contract\/([\w-]+)(?:\/(consents|signatures|submit))?$/.exec(pathname) ?? []
  const contract = world.contracts.get(token)
  const opened = contract && { contract, lease: findLease(world, contract.applicationId) }
  if (!action) {
    if (request.method !== "GET" || !pathname.startsWith(paths.contract))
      return notePage(world, 404, "There is nothing here", "Open contracts of the lease sandbox from a shop.")
    if (opened) return showContract(world, request, opened)
    return closed(world, "It was replaced or canceled. Nothing was charged. Go back to the shop.")
  }
  const { origin } = request.headers
  if (request.method !== "POST" || (origin && origin !== world.addresses.contractOrigin))
    throw new Problem("forbidden", "Only the contract's own page can send steps.")
  if (!opened) throw new Problem("not-found", "This contract was replaced or canceled. Go back to the shop.")
  const { messages, notice } = takeStep(world, opened, action, await readStep(request))
  return jsonReply(200, contractData(world, opened.contract, messages, notice))
}
