import { timingSafeEqual } from "node:crypto"
import type { IncomingMessage } from "node:http"
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
import type { Dialect } from "./dialect/schema"
import { answerReply, bodyOf, callOf, refusalReply, withAnswers } from "./dialect/speak"
import { answerInstead, faultDialect, spoiled } from "./faults"
import { checkMediaType, parseJson, type Reply, readBody } from "./http"
import type { JournalEnd } from "./journal"
import { maskBody, maskPath, maskQuery } from "./mask"
import { asProblem, Problem, validationProblem } from "./problem"
import type { World } from "./world"

type Route = { call: Call; hasBody: boolean; oneTime?: true }

/** The eight API calls (spec 4.1) and the two one-time URLs (spec 4.2). */
const table: Readonly<Record<string, Route>> = {
  [routes.application]: { call: submitApplication, hasBody: true },
  [routes.cart]: { call: recordCart, hasBody: true },
  [routes.pricing]: { call: readPricing, hasBody: false },
  [routes.contract]: { call: getContract, hasBody: false },
  [routes.delivery]: { call: confirmDelivery, hasBody: true },
  [routes.availability]: { call: readAvailability, hasBody: false },
  [routes.return]: { call: returnLease, hasBody: true },
  [routes.cancel]: { call: cancelContract, hasBody: false },
  [routes.updateDelivery]: { call: updateDelivery, hasBody: true, oneTime: true },
  [routes.updateOrder]: { call: updateOrder, hasBody: true, oneTime: true },
}

type Visit = {
  world: World
  request: IncomingMessage
  name: string
  route: Route | undefined
  query: URLSearchParams
  end: JournalEnd
}

/**
 * Checks Basic authentication (spec 5) before anything else. The sandbox's page sends no credentials, which could leak, so its calls are accepted
 * only from this machine.
 */
function checkCredentials({ world, request }: Visit): void {
  if (isFromPage(request)) {
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

function noSuchCall({ name }: Visit): Problem {
  const path = name.slice(name.indexOf(" "))
  const methods = Object.keys(table).flatMap((known) => (known.endsWith(path) ? known.split(" ", 1) : []))
  const hint = methods.length ? ` This path accepts ${methods.join(" and ")}.` : ""
  return new Problem("not-found", `This service has no such call.${hint} Nothing was done.`)
}

async function readInput({ world, request, name, end }: Visit, { hasBody, oneTime }: Route): Promise<unknown> {
  if (!oneTime && !/\bapplication\/json\b/i.test(request.headers.accept ?? ""))
    throw validationProblem({ "header.Accept": ["must be application/json"] })
  const text = await readBody(request)
  if (!hasBody) {
    if (text !== "") throw validationProblem({ body: ["must be empty for this call"] })
    return undefined
  }
  if (text === "") throw validationProblem({ body: ["is required"] })
  const { dialect } = world.settings
  checkMediaType(request, oneTime ? undefined : dialect.requests.contentTypes)
  const body = bodyOf(dialect, parseJson(text))
  end.body = maskBody(name, body, (id) => world.leases.has(id))
  return body
}

/** Makes the call and fills in `visit.end`. Throws a Problem if the call is refused. Returns undefined if the connection is to be cut. */
async function perform(visit: Visit): Promise<Reply | undefined> {
  const { world, request, name, route, query, end } = visit
  const known = (id: unknown) => (world.leases.has(String(id)) ? String(id) : undefined)
  end.route = route && name
  if (!route?.oneTime) checkCredentials(visit)
  if (!route) throw noSuchCall(visit)
  end.query = maskQuery(query, (id) => world.leases.has(id))
  end.applicationId = known(end.query.applicationId)
  end.fault = world.faults.takeForCall(name, request.headers["x-sandbox-fault"]?.toString())
  if (end.fault === "drop-before") return undefined
  const instead = answerInstead(end.fault)
  if (instead) return instead
  const body = await readInput(visit, route)
  if (typeof body === "object" && body !== null && "applicationId" in body)
    end.applicationId ??= known(body.applicationId)
  const answer = route.call(world, { query, body })
  end.applicationId = answer.applicationId
  end.done = true
  end.line = answer.note
  const reply = answerReply(spokenNow(visit), answer.body)
  const other = answer.body && world.faults.mixUp(name, answer.applicationId, reply)
  return end.fault === "mixed-up" ? other : reply
}

/** Returns this response's dialect, which a fault may change. */
function spokenNow({ world, end }: Visit): Dialect {
  return withAnswers(world.settings.dialect, faultDialect(end.fault))
}

/** Handles one API call, records it in the journal, and applies its fault. Returns undefined if the connection is to be cut. */
export async function answerApi(world: World, request: IncomingMessage, url: URL): Promise<Reply | undefined> {
  const method = request.method ?? "GET"
  const heard = isFromPage(request) ? worldOfPage(world) : world
  const { name, query } = callOf(heard.settings.dialect, method, url)
  const route = Object.hasOwn(table, name) ? table[name] : undefined
  const endEntry = world.journal.open(world.clock.now(), method, maskPath(url.pathname))
  const visit: Visit = { world: heard, request, name, route, query, end: { status: null, done: false } }
  let reply: Reply | undefined
  try {
    reply = await perform(visit)
  } catch (error) {
    if (request.destroyed && !request.complete) {
      endEntry(visit.end, "the caller closed the connection")
      return undefined
    }
    const problem = asProblem(error)
    visit.end.code = problem.code
    reply = refusalReply(spokenNow(visit), problem, route && name)
  }
  const { fault, line, ...end } = visit.end
  const sent = reply && fault !== "drop-after" ? spoiled(reply, fault) : undefined
  const status = sent && fault !== "timeout" ? sent.status : null
  endEntry({ ...end, fault, status }, line ?? end.code ?? "refused")
  // For a timeout, keep the connection open until the caller closes it.
  if (fault === "timeout") return sent && { ...sent, afterMs: Infinity }
  return fault === "slow" ? sent && { ...sent, afterMs: world.settings.slowMs } : sent
}

const isFromPage = ({ headers }: IncomingMessage) => headers["x-sandbox-page"] !== undefined
const specified = readDialect("spec")

/** Returns the world for calls from the sandbox's page. The page always uses the specification's formats, but follows the dialect's rules. */
function worldOfPage(world: World): World {
  const { settings } = world
  return { ...world, settings: { ...settings, dialect: { ...specified, rules: settings.dialect.rules } } }
}
