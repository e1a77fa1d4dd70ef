import { z } from "zod"
import { consentNames } from "./defaults"

/** How far `signContract` goes: load the page, tick the consents, press each signature, press Submit. */
export type SignStep = "load" | "consents" | "signatures" | "submit"

export type SignOptions = {
  /** Default `submit`, and a second card when one is asked for. */
  upTo?: SignStep
  /** The page that holds the frame; sent as the browser would send it. */
  merchantOrigin?: string
  /** Type another card when the first is declined; default true. */
  retryCard?: boolean
}

export type Signed = {
  /** The contract is signed and submitted. */
  signed: boolean
  phase: "open" | "card" | "complete"
  /** The frame's posts, in order and in their wire shape (reference 11). */
  messages: ({ text: string; success?: boolean } | string)[]
  /** Origin they went to; null when no merchant page is known. */
  targetOrigin: string | null
}

const DataSchema = z.object({
  phase: z.enum(["open", "card", "complete"]),
  places: z.number(),
  messages: z.array(z.union([z.string(), z.object({ text: z.string(), success: z.boolean().optional() })])),
  targetOrigin: z.string().nullable(),
})
type Data = z.infer<typeof DataSchema>

const ProblemSchema = z.object({ detail: z.string() })
const testCard = { number: "4111111111111111", expiration: "12/49", cvv: "123" }

async function load(esignUrl: string, merchantOrigin: string | undefined): Promise<Data> {
  const headers: Record<string, string> = merchantOrigin ? { referer: `${merchantOrigin}/` } : {}
  const response = await fetch(esignUrl, { headers })
  const html = await response.text()
  const [, embedded] = /<script type="application\/json" id="contract-data">(.*?)<\/script>/s.exec(html) ?? []
  if (embedded) return DataSchema.parse(JSON.parse(embedded))
  const title = /<title>(.*?)<\/title>/.exec(html)?.[1] ?? "no page"
  throw new Error(`The contract cannot be signed: HTTP ${response.status}, ${title}.`)
}

async function take(esignUrl: string, action: string, body: unknown): Promise<Data> {
  const response = await fetch(`${esignUrl}/${action}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  const answer: unknown = await response.json()
  if (response.ok) return DataSchema.parse(answer)
  const problem = ProblemSchema.safeParse(answer)
  throw new Error(
    `The contract refused ${action}: ${problem.success ? problem.data.detail : `HTTP ${response.status}`}`,
  )
}

/**
 * Does over HTTP what a person does in the contract page, and returns what the frame would have posted. Throws when the page cannot
 * be opened or a step is refused. A declined card is no error: `signed` is false then.
 */
export async function signContract(esignUrl: string, options: SignOptions = {}): Promise<Signed> {
  const { upTo = "submit", retryCard = true } = options
  let data = await load(esignUrl, options.merchantOrigin)
  const messages = [...data.messages]
  const step = async (action: string, body: unknown) => {
    data = await take(esignUrl, action, body)
    messages.push(...data.messages)
  }
  const result = () => ({
    signed: data.phase === "complete",
    phase: data.phase,
    messages,
    targetOrigin: data.targetOrigin,
  })
  if (upTo === "load") return result()
  for (const name of consentNames) await step("consents", { name, given: true })
  if (upTo === "consents") return result()
  for (let place = 1; place <= data.places; place += 1) await step("signatures", { place })
  if (upTo === "signatures") return result()
  await step("submit", {})
  if (data.phase === "card" && retryCard) await step("submit", { card: testCard })
  return result()
}
