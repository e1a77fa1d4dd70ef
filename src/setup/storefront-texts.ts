import type { MessageParams } from "../modules/lease/texts/messages"
import type { SetupText } from "./setup-texts"

/** The doctor's findings from outside the store, and how to fix them. `{x}` is a parameter. Only the doctor prints them. */
export const storefrontTexts = {
  store_away: {
    state: "failed",
    message: "The store does not respond at {address} ({reason}).",
    fix: "Start it. If it runs elsewhere, set MEDUSA_BACKEND_URL (admin.backendUrl) to its address.",
  },
  page_away: {
    state: "failed",
    message: "The storefront does not respond at {address} ({reason}).",
    fix: "Start it, or correct the address after --from.",
  },
  cart_ok: { state: "ok", message: 'A cart with "{product}" gets as far as the first screen of lease-to-own.' },
  cart_no_key: {
    state: "failed",
    message: "The store has no publishable key, so no storefront can call it.",
    fix: "Open Settings, Publishable API Keys, and create one with the storefront's sales channel.",
  },
  cart_no_product: {
    state: "failed",
    message: "No product that is available with a publishable key can be leased in {region}: {reason}",
    fix: "Add products to the sales channel of the key. The products check above lists what is missing.",
  },
  cart_not_filled: {
    state: "failed",
    message: '"{product}" cannot be added to a cart in {region}: {reason}',
    fix: "Give it a price in this region, and stock in the sales channel of the key.",
  },
  cart_not_shipped: {
    state: "failed",
    message: "Nothing ships to {place} ({region}).",
    fix: "Open Settings, Locations and Shipping, and give the region's country a shipping option for the storefront.",
  },
  cart_refused: {
    state: "failed",
    message: 'A cart with "{product}" cannot be leased: {reason}',
    fix: "Fix the problems above.",
  },
  route_ok: { state: "ok", message: "The storefront's server passes requests on to the store at {route}." },
  route_broken: {
    state: "failed",
    message: "The storefront's server responds at {route}, but cannot reach the store: {reason}",
    fix: "Check backendUrl and publishableKey in its settings.",
  },
  cors_ok: { state: "ok", message: "Browsers at {origin} may call the store." },
  cors_refused: {
    state: "failed",
    message: "Browsers at {origin} may not call the store at {store}, and the storefront has no route at {route}.",
    fix: "Add {origin} to projectConfig.http.storeCors and restart. If the storefront's server calls the store, add its route: --route /path.",
  },
  cors_limited: {
    state: "failed",
    message: "Browsers at {origin} may call the store, but without: {missing}.",
    fix: "Let the proxy in front of the store allow them.",
  },
  page_ok: { state: "ok", message: "The page's security policy allows what lease-to-own needs." },
  page_refuses: {
    state: "failed",
    message: "The page's Content-Security-Policy refuses {origin}.",
    fix: "Add {origin} to its {directive}.",
  },
  page_frames: {
    state: "warning",
    message: "The page allows frames only from: {frames}. No contract has been shown yet, so its origin is not known.",
    fix: "Ask the operator for the origin of its contracts and add it to frame-src, or open a contract once and run this again.",
  },
  page_isolated: {
    state: "failed",
    message: "The page refuses frames from other sites (Cross-Origin-Embedder-Policy).",
    fix: "Remove that header from the checkout page, because the contract is the operator's page.",
  },
  page_elsewhere: {
    state: "warning",
    message: "The page responded with {status}, so its security policy may be different.",
    fix: "Set --from to a page that visitors can see without a cart.",
  },
} as const satisfies Record<string, SetupText>

export type StorefrontCheck = { code: keyof typeof storefrontTexts; params?: MessageParams }
