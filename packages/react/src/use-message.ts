import type { Transport } from "lease-to-own-storefront"
import {
  createLeaseMessage,
  type LeaseMessageOf,
  type LeaseMessageOptions,
  type LeaseMessage as MessageInWords,
  onZip,
  rememberedZip,
} from "lease-to-own-storefront/message"
import { useEffect, useRef, useState, useSyncExternalStore } from "react"

export type MessageSource = Omit<LeaseMessageOptions, "transport" | "storage"> & {
  /** A message read with `createLeaseMessage`, on a server or in the page. Null reserves the space until there is one. */
  message?: MessageInWords | null
  /**
   * The ID of the browser's cart. Requires `transport`. With `message`, the shopper's approval, if any, replaces its headline. Without `message`, the
   * message shown is about the cart.
   */
  cartId?: string | null | undefined
  /** A transport, or the path of a proxy on your own site, such as `/api/lease`. Without one, no message asks for the ZIP code. */
  transport?: Transport | string
}

type Found = MessageInWords | null | undefined

/** Returns the message combined with the cart's, for the shopper's ZIP code. Returns null while it's being read, and undefined if there is none. */
export function useMessage({ message, cartId, ...options }: MessageSource): Found {
  const latest = useRef(options)
  latest.current = options
  const [read, keep] = useState<{ place: string; given: Found; found: Found }>()
  const { locale } = options
  const [returns, count] = useState(0)
  const remembered = useSyncExternalStore(onZip, rememberedZip, () => null)
  const zip = options.transport ? remembered : null
  const place = `${cartId ?? ""} ${zip ?? ""}`
  const isNew = Boolean(zip && message?.of.regionId)
  useEffect(() => {
    // Read the message again if the Back button restores the page, because it may be out of date.
    const comeBack = ({ persisted }: PageTransitionEvent) => persisted && count((before) => before + 1)
    addEventListener("pageshow", comeBack)
    return () => removeEventListener("pageshow", comeBack)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that is restored reads again
  useEffect(() => {
    const { transport, words } = latest.current
    if (!transport || message === null || !(cartId || isNew)) return undefined
    let isWanted = true
    const show = (found: Found) => isWanted && keep({ place, given: message, found })
    const of = message && { ...message.of, ...(!isNew && { product: message.product }) }
    const read = async () => {
      const messages = createLeaseMessage({ transport, ...(locale && { locale }), ...(words && { words }) })
      return messages.read({ ...of, cartId, zip } as LeaseMessageOf)
    }
    read().then(show, (error) => {
      console.error("<LeaseMessage> shows nothing:", error)
      show(message)
    })
    return () => {
      isWanted = false
    }
  }, [place, isNew, message, locale, returns])
  if (read && read.place === place && read.given === message) return read.found
  return isNew || (message === undefined && cartId) ? null : message
}
