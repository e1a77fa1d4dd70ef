import { dirname, join } from "node:path/posix"
import type { Source } from "./source"
import type { Storefront } from "./storefront"

/** What the inserted code needs to know about a storefront from one of Medusa's starters. */
export type Site = {
  /** A layout, which shows how files are written. */
  layout: Source
  /** The file with the functions for the cart's cookie. */
  cookies: Source
  /** The file with the function for the customer's token. */
  auth: Source
  /** Where the new files go, or where the storefront already has their functions. */
  paths: { server: string; route: string; actions: string }
  /** The environment variables with the store's URL and the publishable key. */
  backendUrl: string
  publishableKey: string
  /** The pages to show after the order, or undefined if the storefront has no page for a placed order. */
  routes: Routes | undefined
}

export type Routes = { order: string; orders: string; hasCountry: boolean }

/** Returns undefined if the storefront doesn't come from one of Medusa's starters. */
export function siteOf(storefront: Storefront): Site | undefined {
  const layout = [...storefront.files.keys()].find((path) => /^(src\/)?app\/(.+\/)?layout\.tsx?$/.test(path))
  const cookies = storefront.declaring("getCartId")
  const auth = storefront.declaring("getAuthHeaders")
  if (!layout || !cookies?.declares("removeCartId") || !auth) return undefined
  const app = layout.slice(0, layout.indexOf("app/") + "app".length)
  const data = dirname(cookies.path)
  const [client] = storefront.withText(/new Medusa\(/)
  const variable = (name: RegExp, fallback: string) => name.exec(client?.text ?? "")?.[0] ?? `process.env.${fallback}`
  return {
    layout: storefront.source(layout),
    cookies,
    auth,
    paths: {
      server:
        storefront.declaring("leaseServer")?.path ??
        join(client ? dirname(client.path) : dirname(data), "lease-server.ts"),
      route: join(app, "api/lease/[...path]/route.ts"),
      actions: storefront.declaring("showLeaseOrder")?.path ?? join(data, "lease.ts"),
    },
    backendUrl: variable(/process\.env\.\w*MEDUSA\w*URL\b/, "NEXT_PUBLIC_MEDUSA_BACKEND_URL"),
    publishableKey: variable(/process\.env\.\w*PUBLISHABLE\w*KEY\b/, "NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY"),
    routes: routesOf([...storefront.files.keys()], app),
  }
}

/** Returns the URLs of a placed order and of the customer's orders, with `{country}` and `{id}`. */
function routesOf(files: string[], app: string): Routes | undefined {
  const pages = files.flatMap((path) =>
    path.startsWith(`${app}/`) && /\/page\.tsx$/.test(path) ? [segmentsOf(path.slice(app.length + 1))] : [],
  )
  const [placed, ...others] = pages.filter((page) => page.includes("order") && page.includes("confirmed"))
  if (!placed || others.length > 0) return undefined
  const parameters = placed.filter((segment) => segment.startsWith("["))
  const [country] = parameters.length === 2 ? parameters : []
  if (parameters.length < 1 || parameters.length > 2 || (country && !/country|region/i.test(country))) return undefined
  const orders = pages.find((page) => page.at(-1) === "orders" && page.at(-2) === "account")
  const urlOf = (page: string[]) => `/${page.map((one) => nameOf(one, country)).join("/")}`
  return { order: urlOf(placed), orders: urlOf(orders ?? (country ? [country] : [])), hasCountry: Boolean(country) }
}

/** Returns the parts of a page's URL. Folders in parentheses and slots aren't part of it. */
function segmentsOf(page: string): string[] {
  return page
    .split("/")
    .slice(0, -1)
    .filter((segment) => !/^[(@]/.test(segment))
}

function nameOf(segment: string, country: string | undefined): string {
  if (segment === country) return "{country}"
  return segment.startsWith("[") ? "{id}" : segment
}
