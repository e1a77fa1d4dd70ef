import type { IncomingMessage } from "node:http"
import { openContract } from "./calls/contract"
import { issueOneTimeUrls } from "./calls/one-time"
import { dayMs } from "./clock"
import { paths } from "./defaults"
import { allFaults, faultRoutes } from "./faults"
import { number, oneOf, parseFields, wholeBody } from "./fields"
import { checkMediaType, isLoopback, jsonReply, parseJson, type Reply, readBody } from "./http"
import { type Lease, letTimePass, wrongState } from "./lease"
import { Problem } from "./problem"
import { signAtOnce } from "./signing"
import { type State, states } from "./state-table"
import { leaseView, leaseViews } from "./views"
import { dropContract, findLease, resetWorld, type World } from "./world"

const clockRule = "must be 0 to 36500; the clock never goes back"
const ClockSchema = wholeBody({ advanceDays: number("a number of days").min(0, clockRule).max(36_500, clockRule) })

/** Moves the clock ahead. Throws a `validation` Problem unless the body is `{ advanceDays }` with a value from 0 to 36500. */
export function advanceClock(world: World, body: unknown): void {
  world.clock.aheadMs += parseFields(ClockSchema, body).advanceDays * dayMs
  for (const lease of world.leases.values()) letTimePass(lease, world.clock.now())
}

const signed: readonly State[] = ["Contracts Received", "Lease Accepted", "Funded"]
/** States that require a recorded cart. */
const withCart: readonly State[] = [...signed, "Contracts", "Contracts Expired", "Returned"]

function shipPart(world: World, lease: Lease): void {
  if (!signed.includes(lease.state)) throw wrongState(lease, "Nothing ships before the contract is signed.")
  lease.shipped = true
  lease.history.push({ at: world.clock.now(), what: "A part has shipped (control call)" })
}

const StateSchema = wholeBody({ state: oneOf(states) })

function setState(world: World, lease: Lease, state: State): void {
  if (withCart.includes(state) && !lease.cart) throw wrongState(lease, "This state needs a cart. Record one first.")
  const now = world.clock.now()
  lease.history.push({ at: now, what: `Control call: ${lease.state} → ${state}` })
  lease.state = state
  lease.readsSinceSigning = 0
  if (state === "Approved") {
    lease.approvedAt = now
    lease.approvalCents ||= world.settings.approvalCents
    lease.cart = undefined
  }
  if (state === "Approved" || state === "Contracts") {
    dropContract(world, lease)
    lease.payment = "none"
    if (lease.cart) lease.cart.recordedAt = now
  }
  if (signed.includes(state)) lease.payment = "captured"
}

type Asked = { body: unknown; query: URLSearchParams; id: string }
const now = (world: World) => ({ now: world.clock.now().toISOString() })
const waiting = (world: World) => ({ waitingFaults: world.faults.waiting() })
const onLease = (act: (world: World, lease: Lease, body: unknown) => void) => (world: World, asked: Asked) => {
  const lease = findLease(world, asked.id)
  act(world, lease, asked.body)
  return leaseView(world, lease)
}

const calls: Record<string, (world: World, asked: Asked) => unknown> = {
  "GET /": (world) => ({
    ...world.addresses,
    ...now(world),
    calls: Object.keys(calls),
    faults: allFaults,
    faultRoutes,
    ...waiting(world),
  }),
  "GET /journal?applicationId=": (world, { query }) => ({
    entries: world.journal.entries(query.get("applicationId") ?? undefined),
  }),
  "GET /widget-journal": (world) => ({ entries: world.widgetJournal.entries() }),
  "GET /leases": (world) => ({ leases: leaseViews(world) }),
  "GET /leases/{id}": onLease(() => {}),
  "POST /leases/{id}/ship": onLease(shipPart),
  "POST /leases/{id}/sign": (world, { id }) => {
    const lease = findLease(world, id)
    const signed = signAtOnce(world, lease, openContract(world, lease))
    return { signed, ...leaseView(world, lease) }
  },
  "POST /leases/{id}/state { state }": onLease((world, lease, body) =>
    setState(world, lease, parseFields(StateSchema, body).state),
  ),
  "POST /leases/{id}/one-time-urls": (world, { id }) => issueOneTimeUrls(world, findLease(world, id)),
  "POST /clock { advanceDays }": (world, { body }) => {
    advanceClock(world, body)
    return now(world)
  },
  "POST /faults { route, fault, times }": (world, { body }) => {
    world.faults.add(body)
    return waiting(world)
  },
  "DELETE /faults": (world) => {
    world.faults.clear()
    return waiting(world)
  },
  "POST /reset": (world) => {
    resetWorld(world)
    return now(world)
  },
}

const callNames = new Map(Object.entries(calls).map(([name, call]) => [name.replace(/\?.*| \{.*/, ""), call]))

/** Headers added by proxies and tunnels. A request with one of these may come from another machine. */
const handedOn = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"] as const

/**
 * Throws unless the caller is on this machine, isn't a page from a different origin, and uses one of this sandbox's own host names. Any other host
 * name may be due to DNS rebinding.
 */
export function checkLocal({ addresses }: World, { headers, socket }: IncomingMessage): void {
  const { origin, host } = headers
  const { port } = new URL(addresses.apiOrigin)
  const own = [addresses.apiOrigin, ...["127.0.0.1", "localhost", "[::1]"].map((name) => `http://${name}:${port}`)]
  const direct = isLoopback(socket.remoteAddress) && !handedOn.some((name) => headers[name] !== undefined)
  if (direct && own.includes(`http://${host}`) && (!origin || own.includes(origin))) return
  throw new Problem("forbidden", "Control calls are accepted only from this machine and the sandbox's own page.")
}

export async function answerControl(world: World, request: IncomingMessage, url: URL): Promise<Reply> {
  checkLocal(world, request)
  const text = await readBody(request)
  if (text) checkMediaType(request)
  const body = text ? parseJson(text) : undefined
  const path = url.pathname.slice(paths.control.length) || "/"
  const id = /^\/leases\/([^/]+)/.exec(path)?.[1] ?? ""
  const call = callNames.get(`${request.method} ${path.replace(/^\/leases\/[^/]+/, "/leases/{id}")}`)
  if (call) return jsonReply(200, call(world, { body, query: url.searchParams, id }))
  if (id) findLease(world, id)
  throw new Problem("not-found", `There is no such control call. Available calls: ${Object.keys(calls).join("; ")}.`)
}
