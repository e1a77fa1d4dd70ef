import { LeaseError } from "../client/errors.js"
import { createLeaseMessage, type LeaseMessage, type LeaseMessageOptions } from "../client/lease-message.js"
import { checkSettings, type LeaseStore, readOfStore } from "./lease-store.js"

/** So long the store lets its answer be kept (s). */
const KEEP_FOR = 60

/**
 * The message of a product in a region, for the product's page. Null where the store refuses or does not answer within 5 s. The same for everybody, so it is
 * asked without a cart and a customer; Next.js keeps the answer for a minute.
 *
 * @param options `words`: `messageEs` for Spanish; `amount`: the price on the page, in major units, for an estimate
 */
export async function retrieveLeaseMessage(
  productId: string,
  regionId: string,
  options: LeaseStore & Pick<LeaseMessageOptions, "words"> & { amount?: number },
): Promise<LeaseMessage | null> {
  const { words, amount } = options
  checkSettings(options)
  const transport: LeaseMessageOptions["transport"] = async ({ path }) => {
    const body = await readOfStore(options, { path, headers: undefined, keepFor: KEEP_FOR })
    return { status: body ? 200 : 503, body }
  }
  const messages = createLeaseMessage({ transport, ...(words && { words }) })
  return messages.read(productId, regionId, { ...(amount !== undefined && { amount }) }).catch(nullIfUnanswered)
}

function nullIfUnanswered(error: unknown): null {
  if (error instanceof LeaseError) return null
  throw error
}
