import type { IncomingMessage, ServerResponse } from "node:http"
import { z } from "zod"
import { openContract } from "./calls/contract"
import { issueOneTimeUrls } from "./calls/one-time"
import { paths } from "./defaults"
import { allFaults, faultRoutes } from "./faults"
import { parseFields, said, validationProblem } from "./fields"
import { checkMediaType, isLoopback, jsonReply, parseJson, problemReply, type Reply, readBody, send } from "./http"
import type { Lease } from "./lease"
import { letTimePass, wrongState } from "./lifecycle"
import { Problem } from "./problem"
import { signAtOnce } from "./signing"
import { type State, states, statesWithCart } from "./state-table"
import { type LeaseRecordView, leaseView } from "./views"
import { findLease, resetWorld, type World } from "./world"

/** The control calls (reference 15). Only for callers on this machine; nothing of them is part of the spec. */
export const controlCalls = [
  "GET /journal?applicationId=",
  "GET /widget-journal",
  "GET /leases",
  "GET /leases/{id}",
  "POST /leases/{id}/ship",
  "POST /leases/{id}/sign",
  "POST /leases/{id}/state { state }",
  "POST /leases/{id}/one-time-urls",
  "POST /clock { advanceDays }",
  "POST /faults { route, fault, times }",
  "DELETE /faults",
  "POST /reset",
] as const

/** Moves the clock of a sandbox ahead. Throws a `validation` Problem on anything but 0 to 36500 days. */
export function advanceDays(world: World, days: number): void {
  try {
    world.clock.advanceDays(days)
  } catch {
    throw validationProblem({ advanceDays: ["must be 0 to 36500; the clock never goes back"] })
  }
  for (const lease of world.leases.values()) letTimePass(lease, world.clock.now())
}

/** One lease as it stands now, or undefined. */
export function viewOf(world: World, applicationId: string): LeaseRecordView | undefined {
  return world.leases.has(applicationId) ? leaseView(world, findLease(world, applicationId)) : undefined
}

/** All leases, oldest first. */
export function leaseViews(world: World): LeaseRecordView[] {
  return [...world.leases.values()].map((lease) => {
    letTimePass(lease, world.clock.now())
    return leaseView(world, lease)
  })
}

function shipPart(world: World, lease: Lease): void {
  const signed: State[] = ["Contracts Received", "Lease Accepted", "Funded"]
  if (!signed.includes(lease.state)) throw wrongState(lease, "Nothing ships before the contract is signed.")
  lease.shipped = true
  lease.history.push({ at: world.clock.now(), what: "A part has shipped (control call)" })
}

function signByHand(world: World, lease: Lease): boolean {
  if (lease.state !== "Contracts") throw wrongState(lease, "There is no contract to sign.")
  return signAtOnce(world, lease, openContract(world, lease))
}

const StateSchema = z.object(
  { state: z.enum(states, { error: `must be one of: ${states.join(", ")}` }) },
  { error: "must be a JSON object" },
)

/** Puts a lease into any state, as somebody at the operator could. */
function setState(world: World, lease: Lease, state: State): void {
  if (statesWithCart.includes(state) && !lease.cart)
    throw wrongState(lease, "This state needs a cart; record one first.")
  const now = world.clock.now()
  lease.history.push({ at: now, what: `Control call: ${lease.state} → ${state}` })
  lease.state = state
  lease.readsSinceSigning = 0
  if (state === "Approved") {
    lease.approvedAt = now
    lease.approvalCents ||= world.settings.approvalCents
    if (lease.contract) world.contracts.delete(lease.contract.token)
    lease.cart = lease.contract = undefined
    lease.payment = "none"
  }
  if (state === "Contracts" && lease.cart) {
    if (lease.contract) world.contracts.delete(lease.contract.token)
    lease.contract = undefined
    lease.cart.recordedAt = now
    lease.payment = "none"
  }
  const paid: State[] = ["Contracts Received", "Lease Accepted", "Funded"]
  if (paid.includes(state)) lease.payment = "captured"
}

const ClockSchema = z.object(
  { advanceDays: z.number({ error: said("a number of days") }) },
  { error: "must be a JSON object" },
)

function onLease(world: World, lease: Lease, action: string, body: unknown): unknown {
  switch (action) {
    case "GET ":
      return leaseView(world, lease)
    case "POST ship":
      shipPart(world, lease)
      return leaseView(world, lease)
    case "POST sign":
      return { signed: signByHand(world, lease), ...leaseView(world, lease) }
    case "POST state":
      setState(world, lease, parseFields(StateSchema, body).state)
      return leaseView(world, lease)
    case "POST one-time-urls":
      return issueOneTimeUrls(world, lease)
    default:
      throw unknownCall()
  }
}

function unknownCall(): Problem {
  return new Problem("not-found", `No such control call. There are: ${controlCalls.join("; ")}.`)
}

function onSandbox(world: World, name: string, url: URL, body: unknown): unknown {
  switch (name) {
    case "GET /":
      return {
        ...world.addresses,
        now: world.clock.now().toISOString(),
        calls: controlCalls,
        faults: allFaults,
        faultRoutes,
        waitingFaults: world.faults.waiting(),
      }
    case "GET /journal":
      return { entries: world.journal.entries(url.searchParams.get("applicationId") ?? undefined) }
    case "GET /widget-journal":
      return { entries: world.widgetJournal.entries() }
    case "GET /leases":
      return { leases: leaseViews(world) }
    case "POST /clock":
      advanceDays(world, parseFields(ClockSchema, body).advanceDays)
      return { now: world.clock.now().toISOString() }
    case "POST /faults":
      world.faults.add(body)
      return { waitingFaults: world.faults.waiting() }
    case "DELETE /faults":
      world.faults.clear()
      return { waitingFaults: [] }
    case "POST /reset":
      resetWorld(world)
      return { now: world.clock.now().toISOString() }
    default:
      throw unknownCall()
  }
}

/** Headers of a proxy or tunnel: its caller may be anybody. */
const handedOn = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"] as const

/**
 * Throws unless the caller is on this machine, is no page of another origin, and names this sandbox as it is printed: another host's name
 * may have been led here (DNS rebinding).
 */
export function checkLocal(world: World, request: IncomingMessage): void {
  const { origin, host } = request.headers
  const { port } = new URL(world.addresses.apiOrigin)
  const own = [
    world.addresses.apiOrigin,
    ...["127.0.0.1", "localhost", "[::1]"].map((name) => `http://${name}:${port}`),
  ]
  const direct = isLoopback(request) && !handedOn.some((name) => request.headers[name] !== undefined)
  if (direct && own.includes(`http://${host}`) && (!origin || own.includes(origin))) return
  throw new Problem("forbidden", "Control calls are taken from this machine only, and from no other page.")
}

async function answer(world: World, request: IncomingMessage, url: URL): Promise<Reply> {
  checkLocal(world, request)
  const text = await readBody(request)
  if (text) checkMediaType(request)
  const body = parseJson(text)
  const path = url.pathname.slice(paths.control.length) || "/"
  const [, id, action = ""] = /^\/leases\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? []
  if (id !== undefined) {
    return jsonReply(200, onLease(world, findLease(world, id), `${request.method} ${action}`, body))
  }
  return jsonReply(200, onSandbox(world, `${request.method} ${path}`, url, body))
}

/** Answers one control call. Never rejects. */
export async function handleControl(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  try {
    send(response, await answer(world, request, url))
  } catch (error) {
    send(response, problemReply(error))
  }
}
