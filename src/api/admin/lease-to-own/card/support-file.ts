import { isDeepStrictEqual } from "node:util"
import type { MedusaContainer } from "@medusajs/framework/types"
import { dialectDefaults, mask, toSettings } from "../../../../client"
import { queryOf, readRow } from "../../../../medusa/read/carts"
import { type LedgerDeps, ledgerDepsOf } from "../../../../modules/lease"
import {
  type ActionKey,
  type CardSources,
  columns,
  historyFacts,
  inEnglish,
  isRemoved,
  type LeaseRecord,
  ofLease,
} from "../../../../modules/lease/ledger"
import { outageOf } from "../../../admin-route"
import type { AdminLeaseView, LeaseAlert, LeaseFact, LeaseSupportFile, SupportedField } from "../../../admin-types"
import { pricedOffer } from "../../../offer-view"
import { versionOf } from "../../../versions"
import { explanationOf } from "./explanation"
import { toCall } from "./lease-page"
import { adminLeaseView, findLease, readSources } from "./lease-sources"

/** The lease's IDs, codes, times and numbers. A new column stays out of the file until it is listed here. */
const PLAIN = [
  ...columns("id reference application_id hosted_id cart_id session_id order_id order_display_id sales_channel_id"),
  ...columns("flow test account_id status evidence service_status amount currency_code delivery_date created_at"),
  ...columns("status_at checked_at verified_at priced_at contract_at contracts_received_at signed_at placed_at"),
  ...columns("delivered_at returned_at canceled_at to_confirm_since linked_at widget_approved_at reconcile_at"),
  ...columns("reconcile_failures claimed_until held_at erased_at"),
] satisfies (keyof LeaseRecord)[]

/** Columns with texts, which may name a person. */
const WITH_TEXTS = columns("alerts pricing accepted_order reductions") satisfies (keyof LeaseRecord)[]

const PAGE = [
  ...columns("id reference state in_flight main_alert needs_resolution outcomes replaces replaced_by leased reduced"),
  ...columns("taxed_by order_total capture last_contact approved_at signed delivery returned"),
] satisfies SupportedField[]

/** The options of the dialect whose values may be secrets. */
const HEADERS: string[] = columns("headers oneTimeHeaders") satisfies (keyof typeof dialectDefaults)[]

/** How many history entries are read at a time. */
const PART = 1000

/**
 * Returns all that the lease's page and its whole history hold, for whoever helps the store. Lists what is safe, and masks it where it is text. Makes
 * no call to the service, and doesn't change anything. Throws LedgerRefusal if there is no such lease.
 */
export async function supportFile(scope: MedusaContainer, leaseId: string): Promise<LeaseSupportFile> {
  const deps = ledgerDepsOf(scope)
  // Without the names of the dashboard's users, nothing in the card has them.
  const sources = { ...(await readSources(scope, await findLease(scope, leaseId), true)), names: new Map() }
  const { lease, order, facts } = sources
  const hidden = hide([
    ...(await personalOf(scope, sources)),
    ...toSettings(ofLease(deps, lease).options.service).credentials,
  ])
  const view = adminLeaseView(deps, sources)
  const outage = await outageOf(deps, lease)
  return {
    made_at: new Date().toISOString(),
    explanation: inEnglish(await explanationOf(scope, sources, { outage, alert: view.main_alert })),
    versions: {
      plugin: versionOf("medusa-plugin-lease-to-own"),
      medusa: versionOf("@medusajs/medusa"),
      node: process.versions.node,
    },
    account: accountOf(deps, lease),
    outage,
    page: pageOf(view, hidden),
    order: order && { id: order.id, display_id: order.displayId, status: order.status },
    offer: hidden(pricedOffer(deps, lease, lease.snapshot?.place)),
    calls: facts.pendingCalls.map((call) => {
      const { error, ...shown } = toCall(call, sources.names)
      return {
        ...shown,
        error: error && { code: error.code, ...hidden({ params: error.params, message: error.message }) },
      }
    }),
    history: await wholeHistory(deps, lease, hidden),
    row: { ...pick(lease, PLAIN), ...hidden({ ...pick(lease, WITH_TEXTS), snapshot: snapshotOf(lease) }) },
  }
}

function pageOf(view: AdminLeaseView, hidden: Hide): LeaseSupportFile["page"] {
  const actions = Object.entries(view.actions).map(([key, may]) => [key, may.allowed ? "allowed" : may.reason])
  return {
    ...pick(view, PAGE),
    // An alert's mark may be a hash of the recipient.
    alerts: view.alerts.map(
      ({ mark: _mark, code, since, ...alert }): LeaseAlert => ({ code, since, ...hidden(alert) }),
    ),
    next_step: view.next_step?.code ?? null,
    actions: Object.fromEntries(actions) as Record<ActionKey, string>,
  }
}

async function wholeHistory({ store }: LedgerDeps, { id }: LeaseRecord, hidden: Hide): Promise<LeaseFact[]> {
  const facts: LeaseFact[] = []
  for (let before: number | undefined; ; ) {
    const entries = await store.histories.page(id, { limit: PART, ...(before !== undefined && { before }) })
    for (const { note: _note, params, ...fact } of historyFacts(entries, new Map()))
      facts.push({ ...fact, ...(params && { params: hidden(params) }) })
    if (entries.length < PART) return facts
    before = entries.at(-1)?.seq
  }
}

function accountOf(deps: LedgerDeps, lease: LeaseRecord): LeaseSupportFile["account"] {
  const account = ofLease(deps, lease)
  const { mode, service } = account.options
  const changed = Object.entries(service.dialect ?? {}).filter(
    ([key, value]) =>
      value !== undefined && !isDeepStrictEqual(value, dialectDefaults[key as keyof typeof dialectDefaults]),
  )
  return {
    id: lease.account_id,
    mode,
    removed: isRemoved(account),
    dialect: Object.fromEntries(
      changed.map(([key, value]) => [key, HEADERS.includes(key) ? Object.keys(value as object) : value]),
    ),
  }
}

/** The cart as sent to the service, without the hash of its content. */
function snapshotOf({ snapshot }: LeaseRecord) {
  if (!snapshot) return null
  const { fingerprint: _fingerprint, ...rest } = snapshot
  return rest
}

/** Returns a copy of a JSON value in which personal data is masked in each text. */
type Hide = <T>(value: T) => T

const ADDRESS = "first_name last_name company phone address_1 address_2 city postal_code".split(" ")
const PERSON = [
  ...["id", "email"],
  ...["email", "first_name", "last_name", "company_name", "phone"].map((field) => `customer.${field}`),
  ...["shipping_address", "billing_address"].flatMap((address) => ADDRESS.map((field) => `${address}.${field}`)),
]

type Part = Record<string, string | null> | null
type Person = { email?: string | null; customer?: Part; shipping_address?: Part; billing_address?: Part }

/** Returns what Medusa has about the lease's shopper. */
async function personalOf(scope: MedusaContainer, { lease, order }: CardSources): Promise<string[]> {
  const query = queryOf(scope)
  const orderId = order?.id ?? lease.order_id
  const found = [
    await readRow<Person>(query, "cart", lease.cart_id, PERSON),
    orderId ? await readRow<Person>(query, "order", orderId, PERSON) : null,
  ]
  const values = found.flatMap((person) => {
    const { email, customer, shipping_address, billing_address } = person ?? {}
    return [email, ...[customer, shipping_address, billing_address].flatMap((part) => Object.values(part ?? {}))]
  })
  return [lease.email, ...values].filter((value) => typeof value === "string")
}

/** Masks these values, and whatever looks like an address, a number of a person or a secret. */
function hide(values: readonly string[]): Hide {
  return (value) => masked(value, values) as typeof value
}

function masked(value: unknown, values: readonly string[]): unknown {
  if (typeof value === "string") return mask(value, values)
  if (Array.isArray(value)) return value.map((one) => masked(one, values))
  if (value === null || typeof value !== "object" || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, masked(one, values)]))
}

function pick<Row extends object, Key extends keyof Row>(row: Row, keys: readonly Key[]): Pick<Row, Key> {
  return Object.fromEntries(keys.map((key) => [key, row[key]])) as Pick<Row, Key>
}
