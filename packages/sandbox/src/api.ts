import { timingSafeEqual } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Call } from "./call"
import { submitApplication } from "./calls/application"
import { recordCart } from "./calls/cart"
import { cancelContract, getContract } from "./calls/contract"
import { confirmDelivery } from "./calls/delivery"
import { updateDelivery, updateOrder } from "./calls/one-time"
import { readPricing } from "./calls/pricing"
import { readAvailability, returnLease } from "./calls/returns"
import { checkLocal } from "./control"
import { routes } from "./defaults"
import { readDialect } from "./dialect/read"
import { answerReply, refusalReply } from "./dialect/reply"
import { bodyOf, callOf } from "./dialect/request"
import type { Dialect } from "./dialect/schema"
import { withAnswers } from "./dialect/speak"
import { bodyFaults, type CallFault, oneTimeFaults, refusingFaults } from "./faults"
import { badGateway, faultDialects, faultProblem, withBodyFault } from "./faulty-answer"
import { validationProblem } from "./fields"
import { checkMediaType, parseJson, type Reply, readBody, send } from "./http"
import type { JournalEnd } from "./journal"
import { maskBody, maskPath, maskQuery } from "./mask"
import { asProblem, Problem } from "./problem"
import type { World } from "./world"

type Route = { call: Call; hasBody: boolean; oneTime: boolean }

const api = (call: Call, hasBody: boolean): Route => ({ call, hasBody, oneTime: false })
const oneTime = (call: Call): Route => ({ call, hasBody: true, oneTime: true })

/** The spec's eight calls (spec 4.1) and the two one-time addresses (spec 4.2). */
const table: Readonly<Record<string, Route>> = {
  [routes.application]: api(submitApplication, true),
  [routes.cart]: api(recordCart, true),
  [routes.pricing]: api(readPricing, false),
  [routes.contract]: api(getContract, false),
  [routes.delivery]: api(confirmDelivery, true),
  [routes.availability]: api(readAvailability, false),
  [routes.return]: api(returnLease, true),
  [routes.cancel]: api(cancelContract, false),
  [routes.updateDelivery]: oneTime(updateDelivery),
  [routes.updateOrder]: oneTime(updateOrder),
}

/** A call in progress: what is known of it so far. */
type Visit = { world: World; request: IncomingMessage; name: string; query: URLSearchParams; end: JournalEnd }

/** Basic authentication (spec 5), before anything else is looked at. The page for people needs none: it must not show them. */
function checkCredentials({ world, request }: Visit): void {
  if (request.headers["x-sandbox-page"] !== undefined) {
    checkLocal(world, request)
    return
  }
  const { username, password } = world.settings
  const expected = Buffer.from(`Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`)
  const sent = Buffer.from(request.headers.authorization ?? "")
  if (sent.length === expected.length && timingSafeEqual(sent, expected)) return
  throw new Problem("unauthorized", "Send Authorization: Basic with this sandbox's credentials. Nothing was done.", {
    headers: { "www-authenticate": 'Basic realm="lease sandbox"' },
  })
}

function findRoute({ name }: Visit): Route {
  const route = Object.hasOwn(table, name) ? table[name] : undefined
  if (route) return route
  const path = name.slice(name.indexOf(" ") + 1)
  const methods = Object.keys(table).filter((known) => known.endsWith(` ${path}`))
  const hint = methods.length
    ? `This path answers to ${methods.map((known) => known.split(" ")[0]).join(" and ")}.`
    : ""
  throw new Problem("not-found", `This service has no such call. ${hint} Nothing was done.`.replace("  ", " "))
}

function checkAccept({ request }: Visit): void {
  if (/\bapplication\/json\b/i.test(request.headers.accept ?? "")) return
  throw validationProblem({ "header.Accept": ["must be application/json"] })
}

async function readInput(visit: Visit, route: Route): Promise<unknown> {
  const { world, request, name, end } = visit
  if (!route.oneTime) checkAccept(visit)
  const text = await readBody(request)
  if (!route.hasBody) {
    if (text !== "") throw validationProblem({ body: ["is not taken by this call; send none"] })
    return undefined
  }
  if (text === "") throw validationProblem({ body: ["is required"] })
  const { dialect } = world.settings
  checkMediaType(request, route.oneTime ? undefined : dialect.requests.contentTypes)
  const body = bodyOf(dialect, parseJson(text))
  end.body = maskBody(name, body, (id) => world.leases.has(id))
  return body
}

function isFaultOf<F extends CallFault>(group: readonly F[], fault: CallFault | undefined): fault is F {
  return group.some((name) => name === fault)
}

/** Does the call. Fills in `visit.end`; throws the refusal. Undefined: cut the connection. */
async function perform(visit: Visit): Promise<Reply | undefined> {
  const { world, request, name, query, end } = visit
  end.route = Object.hasOwn(table, name) ? name : undefined
  if (!end.route || !table[end.route]?.oneTime) checkCredentials(visit)
  const route = findRoute(visit)
  end.query = maskQuery(query, (id) => world.leases.has(id))
  end.applicationId = world.leases.has(end.query.applicationId ?? "") ? end.query.applicationId : undefined
  const header = request.headers["x-sandbox-fault"]
  end.fault = world.faults.takeForCall(name, Array.isArray(header) ? header[0] : header)
  if (end.fault === "drop-before") return undefined
  if (end.fault === "502-html") return badGateway
  if (isFaultOf(refusingFaults, end.fault) || isFaultOf(oneTimeFaults, end.fault)) throw faultProblem(end.fault)
  const body = await readInput(visit, route)
  end.applicationId ??= knownId(world, body)
  const answer = route.call(world, { query, body })
  end.applicationId = answer.applicationId
  end.done = true
  end.line = answer.note
  return answerReply(spokenNow(visit), answer)
}

/** The dialect of this one answer: a fault may change it. */
function spokenNow({ world, end }: Visit): Dialect {
  const { dialect } = world.settings
  const otherwise = end.fault && faultDialects[end.fault]
  return otherwise ? withAnswers(dialect, otherwise) : dialect
}

function knownId(world: World, body: unknown): string | undefined {
  if (typeof body !== "object" || body === null || !("applicationId" in body)) return undefined
  const id = String(body.applicationId)
  return world.leases.has(id) ? id : undefined
}

/** Answers one API call, journals it, and applies its fault. Never rejects. */
export async function handleApi(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const method = request.method ?? "GET"
  const heard = worldFor(world, request)
  const { name, query } = callOf(heard.settings.dialect, method, url)
  const opened = world.journal.open(world.clock.now(), method, maskPath(url.pathname))
  const visit: Visit = { world: heard, request, name, query, end: { status: null, done: false } }
  let reply: Reply | undefined
  try {
    reply = await perform(visit)
  } catch (error) {
    if (request.destroyed && !request.complete) {
      opened.end(visit.end, "the caller left")
      return
    }
    const problem = asProblem(error)
    visit.end.code = problem.code
    reply = refusalReply(spokenNow(visit), problem, Object.hasOwn(table, name) ? name : undefined)
  }
  const { fault, line, ...end } = visit.end
  if (reply && isFaultOf(bodyFaults, fault)) reply = withBodyFault(reply, fault)
  const answered =
    fault === "timeout" || fault === "drop-before" || fault === "drop-after" ? null : (reply?.status ?? null)
  opened.end({ ...end, fault, status: answered }, line ?? end.code ?? "refused")
  deliver(world, response, reply, fault)
}

const specified = readDialect("spec")

/** The page for people speaks as the specification does, whatever the dialect; the service's rules are the same for it. */
function worldFor(world: World, request: IncomingMessage): World {
  if (request.headers["x-sandbox-page"] === undefined) return world
  const { settings } = world
  return { ...world, settings: { ...settings, dialect: { ...specified, rules: settings.dialect.rules } } }
}

/** Writes the reply, or does with the connection what the fault says. A call that times out is open until the caller goes. */
function deliver(world: World, response: ServerResponse, reply: Reply | undefined, fault: CallFault | undefined): void {
  if (!reply || fault === "drop-after") {
    response.destroy()
    return
  }
  if (fault === "timeout") return
  if (fault === "half-body") {
    const text = reply.text || "{}"
    response.writeHead(reply.status === 204 ? 200 : reply.status, {
      ...reply.headers,
      "content-length": String(Buffer.byteLength(text)),
    })
    response.write(text.slice(0, text.length / 2), () => response.destroy())
    return
  }
  if (fault === "slow") {
    const timer = setTimeout(() => send(response, reply), world.settings.slowMs)
    response.once("close", () => clearTimeout(timer))
    return
  }
  send(response, reply)
}
