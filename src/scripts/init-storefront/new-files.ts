import type { Site } from "./site"
import { formatCode } from "./source"
import type { Storefront } from "./storefront"

/** A file that the storefront gets. `present` recognizes its code in other files, too. */
export type NewFile = { title: string; path: string; present: RegExp; text: string | undefined; byHand: string }

/** The text is undefined if the storefront has no page to show after the order. */
export function newFiles(storefront: Storefront, site: Site): NewFile[] {
  const { server, route, actions } = site.paths
  const write = (code: string) => formatCode(code, site.layout.style)
  const actionsCode = site.routes && codeOfActions(storefront, site)
  return [
    {
      title: "how the storefront's server reaches the store",
      path: server,
      present: /\bcreateLeaseServer\(/,
      text: write(codeOfServer(storefront, site)),
      byHand: "",
    },
    {
      title: "the route that the browser uses to reach the store",
      path: route,
      present: /\bleaseServer\.route\b/,
      text: write(codeOfRoute(storefront.specifier(route, server))),
      byHand: "",
    },
    {
      title: "what the checkout does after the contract is signed",
      path: actions,
      present: /\bfunction showLeaseOrder\b/,
      text: actionsCode && write(actionsCode),
      byHand: write(codeOfActions(storefront, { ...site, routes: EXAMPLE })),
    },
  ]
}

const EXAMPLE = { order: "/{country}/order/{id}/confirmed", orders: "/{country}/account/orders", hasCountry: true }

function codeOfServer(storefront: Storefront, { cookies, auth, paths, backendUrl, publishableKey }: Site): string {
  const from = (path: string) => storefront.specifier(paths.server, path)
  // With it, items that can't be leased are in the shopper's cart after the leased order.
  const names = ["getCartId", "removeCartId", ...(cookies.declares("setCartId") ? ["setCartId"] : [])]
  const imports =
    cookies === auth
      ? [`import { getAuthHeaders, ${names.join(", ")} } from "${from(cookies.path)}";`]
      : [
          `import { getAuthHeaders } from "${from(auth.path)}";`,
          `import { ${names.join(", ")} } from "${from(cookies.path)}";`,
        ]
  return `${imports.join("\n")}
import { createLeaseServer } from "lease-to-own-storefront/next";

export const leaseServer = createLeaseServer({
  backendUrl: ${backendUrl},
  publishableKey: ${publishableKey},
${names.map((name) => `  ${name},`).join("\n")}
  getHeaders: getAuthHeaders,
});
`
}

function codeOfRoute(server: string): string {
  return `import { leaseServer } from "${server}";

export const { GET, POST } = leaseServer.route;
export const maxDuration = 90;
`
}

function codeOfActions(storefront: Storefront, site: Site): string {
  const { paths, routes } = site
  const { order, orders, hasCountry } = routes ?? EXAMPLE
  const [shown, listed] = [order, orders].map((url) => `\`${url.replaceAll("{", "${")}\``)
  const { name, imports, carts, ofOrders } = revalidation(storefront, paths.actions)
  return `"use server";

${imports.map((line) => `${line}\n`).join("")}import { leaseServer } from "${storefront.specifier(paths.actions, paths.server)}";
import { ${name} } from "next/cache";
import { redirect } from "next/navigation";

export const refreshCart = async () => ${carts};

export async function showLeaseOrder(orderId: string | null${hasCountry ? ", country?: string" : ""}) {
  const revalidate = async () => ${ofOrders};
  const showOrder = (id: string | null) => redirect(id ? ${shown} : ${listed});
  return leaseServer.finish(orderId, { revalidate, showOrder });
}
`
}

type Revalidation = { name: string; imports: string[]; carts: string; ofOrders: string }

/** Revalidates cached carts and orders in the way that the storefront does after its own orders. */
function revalidation(storefront: Storefront, actions: string): Revalidation {
  const { ts } = storefront
  const calls = storefront.withText(/\b(?:revalidate|update)Tag\(/).flatMap((source) =>
    source.path === actions
      ? []
      : source.all((node) => {
          if (!ts.isCallExpression(node) || !/^(?:revalidate|update)Tag$/.test(node.expression.getText()))
            return undefined
          return { name: node.expression.getText(), tags: node.arguments.map((one) => one.getText()) }
        }),
  )
  const [first] = calls
  const whole = { name: "revalidatePath", imports: [], carts: 'revalidatePath("/", "layout")' }
  if (!first) return { ...whole, ofOrders: whole.carts }
  const call = (tag: string) => `${first.name}(${[tag, ...first.tags.slice(1)].join(", ")})`
  const helper = storefront.declaring("getCacheTag")
  if (helper) {
    const imports = [`import { getCacheTag } from "${storefront.specifier(actions, helper.path)}";`]
    const byHelper = (kind: string) => call(`await getCacheTag("${kind}")`)
    return { name: first.name, imports, carts: byHelper("carts"), ofOrders: byHelper("orders") }
  }
  const literal = (kind: RegExp) => calls.find(({ tags }) => kind.test(tags[0] ?? ""))?.tags[0]
  const carts = literal(/^["']carts?["']$/)
  const ofOrders = literal(/^["']orders?["']$/)
  if (!carts || !ofOrders) return { ...whole, ofOrders: whole.carts }
  return { name: first.name, imports: [], carts: call(carts), ofOrders: call(ofOrders) }
}
