import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { queryOf } from "../medusa/read/carts"
import { type LedgerDeps, ledgerDepsOf } from "../modules/lease"
import { fill } from "../modules/lease/texts/messages"
import type { SetupFinding } from "./check-setup"
import { type Directive, limitsOf, policiesOf, refuses } from "./content-policy"
import { allOf, leaseRegions } from "./lease-regions"
import type { SetupText } from "./setup-texts"
import { NoAnswer, request, routeOf } from "./store-request"
import { type StorefrontCheck, storefrontTexts } from "./storefront-texts"
import { type TriedCart, tryCart } from "./try-cart"

/** `page` is the checkout page, and `route` is the path where its site may serve the kit's route. */
export type Storefront = { page: URL; route: string }

type StorefrontFinding = Pick<SetupFinding, "key" | "state" | "message" | "fix">

/** The headers that the kit's client sends, so CORS must allow them. */
const SENT = ["content-type", "x-publishable-api-key", "x-lease-key"]

/** Checks whether a shopper's browser and the storefront's server can use the store. Creates one cart, and makes no call to the lease service. */
export async function checkStorefront(
  container: MedusaContainer,
  { page, route }: Storefront,
): Promise<StorefrontFinding[]> {
  const findings: StorefrontFinding[] = []
  const add = (key: string, { code, params = {} }: StorefrontCheck) => {
    const { state, message, fix }: SetupText = storefrontTexts[code]
    findings.push({ key, state, message: fill(message, params), fix: fix ? fill(fix, params) : null })
  }
  const deps = ledgerDepsOf(container)
  const { admin } = container.resolve(ContainerRegistrationKeys.CONFIG_MODULE)
  // If Medusa's configuration has no backend URL, use the store on this machine.
  const store = new URL(admin?.backendUrl ?? "", "http://localhost:9000")
  try {
    const cart = await cartIn(container, deps, store)
    if (cart) add("cart", cart)
    const found = await checkRoute(new URL(route, page), cart?.id)
    if (found) add("route", found)
    else add("cors", await mayAsk(store, page.origin, route))
    for (const one of await checkPage(deps, page, found ? page.origin : store.origin)) add("page", one)
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    const params = { address: error.origin, reason: error.message }
    add("connection", { code: error.origin === page.origin ? "page_away" : "store_away", params })
  }
  return findings
}

/** Tries to lease a new cart. Undefined if no region has lease-to-own. */
async function cartIn(container: MedusaContainer, deps: LedgerDeps, store: URL): Promise<TriedCart | undefined> {
  const query = queryOf(container)
  const allowed = allOf(deps.accounts.overview(), "countries")
  const [place] = (await leaseRegions(query)).flatMap((region) =>
    region.countries.filter((country) => allowed.includes(country)).map((country) => ({ ...region, country })),
  )
  if (!place) return undefined
  const filters = { type: "publishable" }
  const { data } = await query.graph({ entity: "api_key", fields: ["token", "revoked_at"], filters })
  const keys = (data as { token: string; revoked_at: unknown }[]).flatMap(({ token, revoked_at }) =>
    revoked_at ? [] : token,
  )
  return tryCart(store, keys, place)
}

/** Checks the storefront's route. Undefined if there is none, in which case browsers call the store directly. */
async function checkRoute(route: URL, cartId = "none"): Promise<StorefrontCheck | undefined> {
  const url = new URL(`${route.pathname.replace(/(?<!\/)\/+$/, "")}/store/lease-to-own/carts/${cartId}`, route)
  // Medusa's starters keep the cart's ID in this cookie. A route that reads a different cookie finds no cart.
  const { status, body } = await request(url, { headers: { cookie: `_medusa_cart_id=${cartId}` } })
  if (!body.step && !body.code) return undefined
  const isOk = status === 200 || body.code === "cart_not_found"
  return { code: isOk ? "route_ok" : "route_broken", params: { route: route.href, reason: String(body.message) } }
}

async function mayAsk(store: URL, origin: string, route: string): Promise<StorefrontCheck> {
  const params = { origin, store: store.origin, route }
  if (origin === store.origin) return { code: "cors_ok", params }
  const { headers } = await request(routeOf(store, "/store/lease-to-own/carts/none/application"), {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": SENT.join(","),
    },
  })
  if (headers.get("access-control-allow-origin") !== origin) return { code: "cors_refused", params }
  const allowed = (headers.get("access-control-allow-headers") ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
  const missing = SENT.filter((name) => !allowed.includes(name))
  if (headers.get("access-control-allow-credentials") !== "true") missing.push("cookies")
  if (!missing.length) return { code: "cors_ok", params }
  return { code: "cors_limited", params: { ...params, missing: missing.join(", ") } }
}

/** Checks whether the page's content policy allows calls to `api`, the contracts' frames and the widget's script. */
async function checkPage(deps: LedgerDeps, page: URL, api: string): Promise<StorefrontCheck[]> {
  const { status, headers, text } = await request(page)
  const to = headers.get("location")
  if (status !== 200) return [{ code: "page_elsewhere", params: { status: `${status}${to ? `, to ${to}` : ""}` } }]
  if (/require-corp|credentialless/.test(headers.get("cross-origin-embedder-policy") ?? ""))
    return [{ code: "page_isolated" }]
  const policies = policiesOf(headers.get("content-security-policy"), text)
  const contracts = await deps.store.origins.all()
  const widgets = deps.accounts.overview().flatMap(({ settings }) => settings.widget?.scriptUrl ?? [])
  const needed: Record<Directive, string[]> = { "connect-src": [api], "frame-src": contracts, "script-src": widgets }
  const found = (Object.keys(needed) as Directive[]).flatMap((directive) =>
    needed[directive]
      .map((address) => new URL(address).origin)
      .filter((origin) => refuses(policies, directive, origin, page))
      .map((origin): StorefrontCheck => ({ code: "page_refuses", params: { directive, origin } })),
  )
  const frames = limitsOf(policies, "frame-src").map((sources) => sources.join(" "))
  if (!contracts.length && frames.length)
    found.push({ code: "page_frames", params: { frames: frames.join("; ") || "none" } })
  return found.length ? found : [{ code: "page_ok" }]
}
