import { type Clock, createClock } from "./clock"
import { createFaultQueue, type FaultQueue } from "./faults"
import { createJournal, type Journal } from "./journal"
import type { Contract, Lease } from "./lease"
import { letTimePass } from "./lifecycle"
import { type SandboxOptions, type Settings, settingsFrom } from "./options"
import { Problem } from "./problem"
import { createTokens, type Tokens } from "./tokens"

/** A one-time address that was issued (spec 4.2). */
export type OneTimeLink = {
  kind: "delivery" | "order"
  leaseId: string
  applicationId: string
  used: boolean
  validUntil?: Date
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
  /** Openings of the widget by token. */
  widgets: Map<string, WidgetSession>
  journal: Journal
  /** The widget's calls to its own origin, none of the merchant's. */
  widgetJournal: Journal
  faults: FaultQueue
  /** Filled in when the listeners have their ports. */
  addresses: { baseUrl: string; controlUrl: string; apiOrigin: string; contractOrigin: string; widgetUrl: string }
}

/** A world without leases. Throws on options that make no sense. */
export function createWorld(options: SandboxOptions): World {
  const settings = settingsFrom(options)
  return {
    settings,
    clock: createClock(settings.clock),
    tokens: createTokens(settings.seed),
    leases: new Map(),
    people: new Map(),
    contracts: new Map(),
    oneTime: new Map(),
    widgets: new Map(),
    journal: createJournal(),
    widgetJournal: createJournal(),
    faults: createFaultQueue(),
    addresses: { baseUrl: "", controlUrl: "", apiOrigin: "", contractOrigin: "", widgetUrl: "" },
  }
}

/** Forgets leases, journal and faults, sets the clock right and starts the seed over. */
export function resetWorld(world: World): void {
  const { leases, people, contracts, oneTime, widgets, journal, widgetJournal, faults } = world
  for (const held of [leases, people, contracts, oneTime, widgets, journal, widgetJournal, faults]) held.clear()
  world.clock.reset()
  world.tokens = createTokens(world.settings.seed)
}

/** The lease of an id, with the days that have passed. Throws `not-found` for an id that is unknown here. */
export function findLease(world: World, applicationId: string): Lease {
  const lease = world.leases.get(applicationId)
  if (!lease) throw new Problem("not-found", "No application has this id. Nothing was changed.")
  letTimePass(lease, world.clock.now())
  return lease
}

/** The contract that is open under a token, if any. */
export function contractOf(world: World, token: string): { contract: Contract; lease: Lease } | undefined {
  const contract = world.contracts.get(token)
  const lease = contract && world.leases.get(contract.applicationId)
  if (!contract || !lease || lease.contract !== contract) return undefined
  letTimePass(lease, world.clock.now())
  return { contract, lease }
}

/** The two addresses that the widget hands to the merchant (spec 4.2, 6.2), and the obfuscated lease id in them. */
export type OneTimeUrls = { id: string; deliveryConfirmationUrl: string; orderConfirmationUrl: string }

/** Payload of onSuccess for the merchant (spec 6.2). */
export type WidgetSuccess = Partial<OneTimeUrls>
/** One opening of the widget for one cart. Holds nothing that the shopper typed. */
export type WidgetSession = {
  token: string
  /** The cart as the merchant's page gave it (spec 2.2). */
  cart: Record<string, unknown>
  applicationId?: string
  /** Handed out once the contract is signed; the same again when the widget is opened again for this cart. */
  success?: WidgetSuccess
}
