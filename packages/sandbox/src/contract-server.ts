import type { IncomingMessage, ServerResponse } from "node:http"
import { z } from "zod"
import { type ContractData, contractData, contractTerms } from "./contract-data"
import { contractPage, notePage } from "./contract-page"
import { consentNames, paths, signaturePlaces } from "./defaults"
import { flag, parseFields, said } from "./fields"
import { checkMediaType, jsonReply, parseJson, problemReply, type Reply, readBody, send } from "./http"
import { Problem } from "./problem"
import { loadMessages, recordConsent, recordSignature, type SigningStep, submitContract } from "./signing"
import { contractOf, type World } from "./world"

type Opened = NonNullable<ReturnType<typeof contractOf>>

/** The merchant's origin, as the browser that opens the frame tells it. Our own pages are no merchant. */
function referrerOrigin(world: World, request: IncomingMessage): string | undefined {
  const { referer } = request.headers
  if (!referer || !URL.canParse(referer)) return undefined
  const { origin } = new URL(referer)
  return origin === "null" || origin === world.addresses.contractOrigin ? undefined : origin
}

function page(status: number, html: { text: string; csp: string }): Reply {
  return {
    status,
    text: html.text,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": html.csp,
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    },
  }
}

function note(world: World, status: number, title: string, text: string): Reply {
  return page(status, notePage(title, text, world.settings.merchantOrigin))
}

function showContract(world: World, request: IncomingMessage, { contract, lease }: Opened): Reply {
  contract.merchantOrigin = referrerOrigin(world, request) ?? contract.merchantOrigin
  if (contract.phase === "complete") {
    return note(world, 200, "This contract is signed", "There is nothing left to do here. You can go back to the shop.")
  }
  const over = contract.validUntil && contract.validUntil <= world.clock.now()
  if (lease.state !== "Contracts" || !lease.cart || over) {
    return note(
      world,
      410,
      "This contract is no longer open",
      "Nothing was charged. Go back to the shop and start signing again.",
    )
  }
  contract.fault = world.faults.takeForFrame()
  const data = contractData(world, contract, loadMessages(), "")
  return page(200, contractPage(contractTerms(lease, lease.cart), data, world.settings.merchantOrigin))
}

const anObject = { error: "must be a JSON object" }
const ConsentSchema = z.object(
  { name: z.enum(consentNames, { error: `must be one of: ${consentNames.join(", ")}` }), given: flag },
  anObject,
)
const SignatureSchema = z.object(
  {
    place: z
      .number({ error: said("a number") })
      .int()
      .min(1, "is no place")
      .max(signaturePlaces, "is no place"),
  },
  anObject,
)
const SubmitSchema = z.object(
  {
    card: z
      .object(
        {
          number: z.string({ error: said("text") }).regex(/^\d{12,19}$/, "must be 12 to 19 digits"),
          expiration: z.string({ error: said("text") }).regex(/^(0[1-9]|1[0-2])\/\d{2}$/, "must be MM/YY"),
          cvv: z.string({ error: said("text") }).regex(/^\d{3,4}$/, "must be 3 or 4 digits"),
        },
        { error: said("an object") },
      )
      .optional(),
  },
  anObject,
)

function takeStep(world: World, { contract, lease }: Opened, action: string, body: unknown): ContractData {
  const now = world.clock.now()
  if (contract.validUntil && contract.validUntil <= now) {
    throw new Problem("wrong-state", "This contract's address is over. Go back to the shop and start signing again.")
  }
  const step = (): SigningStep => {
    if (action === "consents") {
      const { name, given } = parseFields(ConsentSchema, body)
      return recordConsent(lease, contract, name, given)
    }
    if (action === "signatures") return recordSignature(lease, contract, parseFields(SignatureSchema, body).place)
    // The card is looked at and forgotten.
    const withCard = parseFields(SubmitSchema, body).card !== undefined
    return submitContract(world, lease, contract, withCard)
  }
  const { messages, notice } = step()
  return contractData(world, contract, messages, notice)
}

async function answer(world: World, request: IncomingMessage, url: URL): Promise<Reply> {
  const [, token, action] = /^\/contract\/([\w-]+)(?:\/(consents|signatures|submit))?$/.exec(url.pathname) ?? []
  const opened = token === undefined ? undefined : contractOf(world, token)
  if (!action) {
    if (request.method !== "GET" || !url.pathname.startsWith(paths.contract)) {
      return note(world, 404, "Nothing is here", "Contracts of the lease sandbox are opened from a shop.")
    }
    if (opened) return showContract(world, request, opened)
    return note(
      world,
      410,
      "This contract is no longer open",
      "It was replaced or canceled. Nothing was charged. Go back to the shop.",
    )
  }
  const { origin } = request.headers
  if (request.method !== "POST" || (origin && origin !== world.addresses.contractOrigin)) {
    throw new Problem("forbidden", "Steps are taken from the contract's own page.")
  }
  if (!opened) throw new Problem("not-found", "This contract was replaced or canceled. Go back to the shop.")
  checkMediaType(request)
  return jsonReply(200, takeStep(world, opened, action, parseJson(await readBody(request)) ?? {}))
}

/** Serves the contract page and its steps, on an origin of their own. Never rejects. */
export async function handleContract(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  try {
    send(response, await answer(world, request, url))
  } catch (error) {
    send(response, problemReply(error))
  }
}
