import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { Query } from "../medusa/read/carts"
import { deskOf } from "../modules/lease"
import { operatorsId } from "../modules/lease/options/operator"
import { isEnding, isPlaced, isSigning, UNFINISHED } from "../modules/lease/rules/standing"
import type { ListedLease } from "../modules/lease/tables/lease-list"
import { leaseRegions } from "./lease-regions"

/** One thing to do before the plugin may go, with the leases or regions that it is about. `count`: how many there are; not all are named. */
export type RemovalFinding = { code: RemovalCode; says: string; count: number; named: string[] }

/** So many are read at once, and so many of each kind are named. */
const PART = 200
const NAMED = 100

/**
 * Everything that ends badly without the plugin, in the order in which a person does it; empty where it can go. Asks the lease service nothing.
 */
export async function findBeforeRemoval(container: MedusaContainer): Promise<RemovalFinding[]> {
  const desk = deskOf(container)
  const query: Query = container.resolve(ContainerRegistrationKeys.QUERY)
  const accounts = desk.accounts.overview()
  const operators = accounts.map(({ settings }) => settings.operator.name)
  const found = new Findings([...new Set(operators)].join(", "))
  for (const { name } of await leaseRegions(query)) found.add("regions", name)
  if (accounts.some(({ settings }) => settings.widget)) found.add("widget", "option widget")
  for await (const leases of desk.leases.all({ status: UNFINISHED }, PART)) {
    const canceled = await canceledOrders(query, leases)
    for (const lease of leases) found.add(needOf(lease, canceled), nameOf(lease))
  }
  return found.inOrder()
}

class Findings {
  private readonly byCode = new Map<RemovalCode, RemovalFinding>()

  constructor(private readonly operator: string) {}

  add(code: RemovalCode, name: string): void {
    const says = removalTexts[code].replaceAll("{operator}", this.operator)
    const finding = this.byCode.get(code) ?? { code, says, count: 0, named: [] }
    finding.count++
    if (finding.named.length < NAMED) finding.named.push(name)
    this.byCode.set(code, finding)
  }

  inOrder(): RemovalFinding[] {
    return (Object.keys(removalTexts) as RemovalCode[]).flatMap((code) => this.byCode.get(code) ?? [])
  }
}

/** Ids of those orders that are canceled. */
async function canceledOrders(query: Query, leases: ListedLease[]): Promise<Set<string>> {
  const id = leases.flatMap(({ order_id }) => order_id ?? [])
  if (!id.length) return new Set()
  const { data } = await query.graph({ entity: "order", fields: ["id", "status"], filters: { id } })
  const orders = data as { id: string; status: string }[]
  return new Set(orders.flatMap((order) => (order.status === "canceled" ? order.id : [])))
}

function needOf(lease: ListedLease, canceled: ReadonlySet<string>): RemovalCode {
  if (isEnding(lease)) return "ending"
  if (isPlaced(lease)) return canceled.has(lease.order_id ?? "") ? "cancel_in_portal" : "deliver"
  return isSigning(lease) ? "signing" : "order"
}

/** The numbers under which staff and operator find it. Nothing of the shopper: this ends in logs. */
function nameOf({ order_display_id: order, reference, account, ...lease }: ListedLease): string {
  const id = operatorsId(lease)
  return [
    order === null ? "no order" : `order #${order}`,
    `lease ${reference}`,
    ...(id ? [`at the operator ${id}`] : []),
    ...(account === null ? [] : [`account ${account}`]),
  ].join(", ")
}

/** Everything that is to be done before the plugin is removed, in this order. The doctor alone prints it. */
const removalTexts = {
  regions: "These regions still have the payment provider. Take Lease To Own out of them, so that no new lease begins.",
  widget:
    "The hosted widget is still configured. Take it out of your storefront. Keep the option until no hosted lease is open.",
  cancel_in_portal:
    "The orders of these leases are canceled, and their contracts still run. Cancel them in the portal of {operator}.",
  ending: "These are being canceled or returned. Wait for the end, or ask {operator} and mark them as done.",
  signing:
    "The contracts of these were handed out and can still be signed. Wait until they are signed or have lapsed, or have {operator} void them.",
  order:
    "These are signed and have no order yet. Wait until the order is placed, or cancel the lease in the dashboard.",
  deliver:
    "These have an order that is not delivered. Deliver it and wait until the delivery is confirmed, or cancel the order now.",
} as const

type RemovalCode = keyof typeof removalTexts
