import { createHmac, randomBytes } from "node:crypto"
import { Clock } from "./clock"
import { FaultQueue } from "./faults"
import { Journal } from "./journal"
import { type Contract, type Lease, letTimePass } from "./lease"
import { type SandboxOptions, type Settings, settingsFrom } from "./options"
import { Problem } from "./problem"

/** A one-time URL (spec 4.2). */
export type OneTimeLink = {
  kind: "delivery" | "order"
  leaseId: string
  applicationId: string
  used: boolean
}

/** The payload of onSuccess (spec 4.2, 6.2): an obfuscated lease ID, and the two one-time URLs, which contain that ID. */
export type WidgetSuccess = { id?: string; deliveryConfirmationUrl?: string; orderConfirmationUrl?: string }

/** A session of the widget for one cart, without anything that the shopper entered. */
export type WidgetSession = {
  token: string
  /** The cart from the merchant's page (spec 2.2). */
  cart: unknown
  applicationId?: string
  /** Set once the contract is signed, and reused if the widget is opened again for the same cart. */
  success?: WidgetSuccess
}

const idRange = { from: 100_000_000, span: 2_000_000_000 }

/** Generates all IDs, secrets and hashes. With a seed, they are the same on every start, and otherwise unguessable. */
class Tokens {
  private readonly key: Buffer
  private count = 0

  constructor(seed: number | undefined) {
    this.key = seed === undefined ? randomBytes(32) : Buffer.from(`lease-sandbox:${seed}`)
  }

  /** Returns an application ID as text: a number that fits in an int32 (reference 1). */
  id(): string {
    return String(idRange.from + (this.next().readUInt32BE(0) % idRange.span))
  }

  /** Returns a URL-safe secret for contracts and one-time URLs. */
  secret(): string {
    return this.next().subarray(0, 18).toString("base64url")
  }

  /** Returns a keyed hash that identifies applicants without storing their SSN. */
  hash(text: string): string {
    return createHmac("sha256", this.key).update(`hash:${text}`).digest("hex")
  }

  private next(): Buffer {
    return createHmac("sha256", this.key)
      .update(`token:${this.count++}`)
      .digest()
  }
}

export type World = {
  settings: Settings
  clock: Clock
  tokens: Tokens
  leases: Map<string, Lease>
  /** Each applicant's leases, oldest first, by a keyed hash of the SSN. */
  people: Map<string, Lease[]>
  /** Contracts by token, except voided ones. */
  contracts: Map<string, Contract>
  /** One-time URLs by code. */
  oneTime: Map<string, OneTimeLink>
  widgets: Map<string, WidgetSession>
  journal: Journal
  /** The calls that the widget makes to its own origin. */
  widgetJournal: Journal
  faults: FaultQueue
  /** Set once the servers' ports are known. */
  addresses: { baseUrl: string; controlUrl: string; apiOrigin: string; contractOrigin: string; widgetUrl: string }
}

export function createWorld(options: SandboxOptions): World {
  const settings = settingsFrom(options)
  return {
    settings,
    clock: new Clock(),
    tokens: new Tokens(settings.seed),
    leases: new Map(),
    people: new Map(),
    contracts: new Map(),
    oneTime: new Map(),
    widgets: new Map(),
    journal: new Journal(),
    widgetJournal: new Journal(),
    faults: new FaultQueue(),
    addresses: { baseUrl: "", controlUrl: "", apiOrigin: "", contractOrigin: "", widgetUrl: "" },
  }
}

export function resetWorld(world: World): void {
  const { leases, people, contracts, oneTime, widgets, journal, widgetJournal, faults } = world
  for (const held of [leases, people, contracts, oneTime, widgets, journal, widgetJournal, faults]) held.clear()
  world.clock.aheadMs = 0
  world.tokens = new Tokens(world.settings.seed)
}

/** Returns a lease after applying any expiration that is due. Throws `not-found` for an unknown ID. */
export function findLease(world: World, applicationId: string): Lease {
  const lease = world.leases.get(applicationId)
  if (!lease) throw new Problem("not-found", "No application has this id. Nothing was changed.")
  letTimePass(lease, world.clock.now())
  return lease
}

/** Drops a contract, which can't be opened after that. */
export function dropContract(world: World, lease: Lease): void {
  if (lease.contract) world.contracts.delete(lease.contract.token)
  lease.contract = undefined
}
