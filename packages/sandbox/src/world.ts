import { createHmac, randomBytes } from "node:crypto"
import { Clock } from "./clock"
import { FaultQueue } from "./faults"
import { Journal } from "./journal"
import { type Contract, type Lease, letTimePass } from "./lease"
import { type SandboxOptions, type Settings, settingsFrom } from "./options"
import { Problem } from "./problem"

/** A one-time address that was issued (spec 4.2). */
export type OneTimeLink = {
  kind: "delivery" | "order"
  leaseId: string
  applicationId: string
  used: boolean
  validUntil?: Date
}

/** Payload of onSuccess for the merchant (spec 4.2, 6.2): an obfuscated lease id, and the two one-time addresses that hold it. */
export type WidgetSuccess = { id?: string; deliveryConfirmationUrl?: string; orderConfirmationUrl?: string }

/** One opening of the widget for one cart. Holds nothing that the shopper typed. */
export type WidgetSession = {
  token: string
  /** The cart as the merchant's page gave it (spec 2.2). */
  cart: unknown
  applicationId?: string
  /** Handed out once the contract is signed; the same again when the widget is opened again for this cart. */
  success?: WidgetSuccess
}

const idRange = { from: 100_000_000, span: 2_000_000_000 }

/** Everything the sandbox invents: with a seed the same row on every start, without one unguessable. */
class Tokens {
  private readonly key: Buffer
  private count = 0

  constructor(seed: number | undefined) {
    this.key = seed === undefined ? randomBytes(32) : Buffer.from(`lease-sandbox:${seed}`)
  }

  /** A number as text that fits int32, as application id (reference 1). */
  id(): string {
    return String(idRange.from + (this.next().readUInt32BE(0) % idRange.span))
  }

  /** An address-safe secret: contract token, one-time code. */
  secret(): string {
    return this.next().subarray(0, 18).toString("base64url")
  }

  /** A keyed hash, hex: people are told apart by it without their SSN being kept. */
  hash(text: string): string {
    return createHmac("sha256", this.key).update(`hash:${text}`).digest("hex")
  }

  private next(): Buffer {
    return createHmac("sha256", this.key)
      .update(`token:${this.count++}`)
      .digest()
  }
}

/** All state of one running sandbox; in memory only. */
export type World = {
  settings: Settings
  clock: Clock
  tokens: Tokens
  leases: Map<string, Lease>
  /** By the keyed hash of a person, oldest first. */
  people: Map<string, Lease[]>
  /** By token; voided contracts are taken out. */
  contracts: Map<string, Contract>
  /** By code. */
  oneTime: Map<string, OneTimeLink>
  widgets: Map<string, WidgetSession>
  journal: Journal
  /** The widget's calls to its own origin, none of the merchant's. */
  widgetJournal: Journal
  faults: FaultQueue
  /** Filled in when the listeners have their ports. */
  addresses: { baseUrl: string; controlUrl: string; apiOrigin: string; contractOrigin: string; widgetUrl: string }
}

export function createWorld(options: SandboxOptions): World {
  const settings = settingsFrom(options)
  return {
    settings,
    clock: new Clock(options.clock),
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

/** Forgets leases, journal and faults, sets the clock right and starts the seed over. */
export function resetWorld(world: World): void {
  const { leases, people, contracts, oneTime, widgets, journal, widgetJournal, faults } = world
  for (const held of [leases, people, contracts, oneTime, widgets, journal, widgetJournal, faults]) held.clear()
  world.clock.aheadMs = 0
  world.tokens = new Tokens(world.settings.seed)
}

/** The lease of an id, with the days that have passed. Throws `not-found` for an id that is unknown here. */
export function findLease(world: World, applicationId: string): Lease {
  const lease = world.leases.get(applicationId)
  if (!lease) throw new Problem("not-found", "No application has this id. Nothing was changed.")
  letTimePass(lease, world.clock.now())
  return lease
}

/** Nobody can open the contract of this lease any more. */
export function dropContract(world: World, lease: Lease): void {
  if (lease.contract) world.contracts.delete(lease.contract.token)
  lease.contract = undefined
}
