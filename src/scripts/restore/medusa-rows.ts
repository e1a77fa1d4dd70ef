import { PROVIDER_ID, type Query, readRow } from "../../medusa/read/carts"
import type { LedgerDeps } from "../../modules/lease"
import type { Findings } from "./findings"

/** How many of Medusa's rows are read at a time. */
const PART = 1000
const REFERENCE = /\bL-[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}\b/g

type Row = { id: string; data?: unknown; payment_collection?: { order?: { display_id?: number } | null } | null }

/** Medusa's own rows that name a lease's reference, which it has from the payment provider or an email about the lease. */
const SOURCES = [
  { entity: "payment", fields: ["id", "data"], filters: { provider_id: PROVIDER_ID } },
  { entity: "payment_session", fields: ["id", "data"], filters: { provider_id: PROVIDER_ID } },
  { entity: "notification", fields: ["id", "data"], filters: { trigger_type: "lease-to-own" } },
] as const

/** Finds references in Medusa's rows whose leases the ledger doesn't have, as after a restore of the plugin's tables alone. */
export async function findInMedusa(query: Query, { store, options }: LedgerDeps, findings: Findings): Promise<void> {
  const known = new Set<string>()
  for (const source of SOURCES)
    for await (const rows of rowsOf(query, source)) {
      const named = new Map(rows.flatMap((row) => referencesIn(row).map((reference) => [reference, row] as const)))
      const names = [...named.keys()].filter((reference) => !known.has(reference))
      const found = await store.payouts.named({ names, orderNumbers: [] }, options.timeZone)
      const ours = new Set(found.map(({ reference }) => reference))
      for (const name of names) {
        if (ours.has(name)) continue
        known.add(name)
        findings.add(
          "lost",
          `lease ${name}, found in Medusa's ${source.entity} ${await placeOf(query, source.entity, named.get(name))}`,
        )
      }
    }
}

function referencesIn({ data }: Row): string[] {
  return JSON.stringify(data ?? {}).match(REFERENCE) ?? []
}

async function placeOf(query: Query, entity: string, row: Row | undefined): Promise<string> {
  const fields = ["id", "payment_collection.order.display_id"]
  const payment = entity === "payment" && row ? await readRow<Row>(query, "payment", row.id, fields) : null
  const number = payment?.payment_collection?.order?.display_id
  return [row?.id, ...(number === undefined ? [] : [`of order #${number}`])].join(" ")
}

async function* rowsOf(query: Query, { entity, fields, filters }: (typeof SOURCES)[number]): AsyncGenerator<Row[]> {
  let last: string | undefined
  do {
    const { data } = await query.graph({
      ...{ entity, fields: [...fields], filters: { ...filters, ...(last && { id: { $gt: last } }) } },
      pagination: { take: PART, order: { id: "ASC" } },
    })
    const rows = data as Row[]
    if (rows.length) yield rows
    last = rows.length === PART ? rows.at(-1)?.id : undefined
  } while (last)
}
