import type { Query } from "../medusa/read/carts"
import type { Desk } from "../modules/lease"
import type { AccountOverview } from "../modules/lease/status/ledger"
import type { MessageParams } from "../modules/lease/texts/messages"
import { type LeaseRegion, leaseRegions } from "./lease-regions"
import type { SetupCode } from "./setup-texts"

type Found = { code: SetupCode; params?: MessageParams }
type Named = { id: string; name: string }

/**
 * Whether every cart that may be leased has an account, and every account that leases still need is there. A region is known from the database
 * alone, so the start of the store cannot see one that is left out.
 */
export async function accountsOf(desk: Desk, query: Query): Promise<Found> {
  const accounts = desk.accounts.overview()
  const left = await desk.leases.unfinishedBeyond(desk.accounts.all.map(({ account }) => account))
  if (left.length) {
    const names = left.map(({ account, count }) => `${account ?? "–"} (${count})`).join(", ")
    return { code: "accounts_removed", params: { accounts: names } }
  }
  if (accounts.length === 1 && !accounts[0]?.takes) return { code: "accounts_one" }
  const [regions, channels] = await Promise.all([leaseRegions(query), readChannels(query)])
  const unknown = unknownIn(accounts, [...regions.map(({ id }) => id), ...channels.map(({ id }) => id)])
  const strange = unknown.length ? await notThere(query, unknown) : []
  if (strange.length) return { code: "accounts_unknown", params: { ids: strange.join(", ") } }
  const places = placesOf(regions, accounts.some(({ takes }) => takes?.sales_channel) ? channels : [null])
  const without = places.filter(({ region, channel }) => !desk.accounts.taking(cartAt(region, channel)))
  if (without.length) {
    const named = without.map(({ region, channel }) =>
      [region, channel].flatMap((one) => (one ? nameOf(one) : [])).join(", "),
    )
    const first = without[0]?.region.id ?? ""
    return { code: "accounts_left_out", params: { places: named.join("; "), region: first } }
  }
  return { code: "accounts_ok", params: { accounts: accounts.map(nameOfAccount).join(", ") } }
}

function nameOfAccount({ account, settings }: AccountOverview): string {
  return account ?? settings.operator.name
}

/** A cart of this region, as far as its account depends on it. */
function cartAt({ id, currency }: LeaseRegion, channel: Named | null) {
  return { region_id: id, currency_code: currency, sales_channel_id: channel?.id ?? null }
}

function placesOf(regions: LeaseRegion[], channels: (Named | null)[]) {
  return regions.flatMap((region) => channels.map((channel) => ({ region, channel })))
}

function nameOf({ name, id }: Named): string {
  return `${name} (${id})`
}

async function readChannels(query: Query): Promise<Named[]> {
  const { data } = await query.graph({
    entity: "sales_channel",
    fields: ["id", "name"],
    filters: { is_disabled: false },
  })
  return data as Named[]
}

/** Ids in option `accounts` that are not among the known ones. */
function unknownIn(accounts: AccountOverview[], known: readonly string[]): string[] {
  const named = accounts.flatMap(({ takes }) => [...(takes?.region ?? []), ...(takes?.sales_channel ?? [])])
  return [...new Set(named)].filter((id) => !known.includes(id))
}

/** A region without lease-to-own, or a channel that is disabled, is there nevertheless. */
async function notThere(query: Query, ids: string[]): Promise<string[]> {
  const found = await Promise.all(
    ["region", "sales_channel"].map((entity) => query.graph({ entity, fields: ["id"], filters: { id: ids } })),
  )
  const there = found.flatMap(({ data }) => (data as { id: string }[]).map(({ id }) => id))
  return ids.filter((id) => !there.includes(id))
}
