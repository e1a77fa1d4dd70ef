/** The lease service to run on your own machine: every call, state, check and fault of the spec, and a contract to sign. */
import type { IncomingMessage, RequestListener } from "node:http"
import { answerApi } from "./api"
import { answerContract } from "./contract-server"
import { advanceClock, answerControl } from "./control"
import { paths } from "./defaults"
import { type DialectName, readDialect } from "./dialect/read"
import type { DialectFile } from "./dialect/schema"
import type { FaultSpec } from "./faults"
import { type Listener, listen, problemReply, type Reply, send, stop } from "./http"
import type { JournalEntry } from "./journal"
import { type Memory, recall, rememberIn, restore, save } from "./memory"
import type { SandboxOptions } from "./options"
import { peoplePage, relayPage } from "./people-page"
import { Problem } from "./problem"
import { type LeaseRecordView, leaseViews, viewOf } from "./views"
import { answerWidget } from "./widget-server"
import { createWorld, resetWorld, type World } from "./world"

export { defaults } from "./defaults"
export { type DialectName, dialectNames, readDialect } from "./dialect/read"
export type { Dialect, DialectFile } from "./dialect/schema"
export type { FaultName, FaultSpec } from "./faults"
export type { JournalEntry } from "./journal"
export type { Memory } from "./memory"
export type { SandboxOptions } from "./options"
export {
  type Signed,
  type SignOptions,
  type SignStep,
  signContract,
  visitWidget,
  type WidgetEvent,
  type WidgetVisit,
  type WidgetVisitOptions,
} from "./shopper"
export type { State } from "./state-table"
export type { CartView, LeaseRecordView } from "./views"

/** A running sandbox. */
export type Sandbox = {
  /** The merchant's setting: "the fixed prefix before api" (spec 4). */
  baseUrl: string
  controlUrl: string
  contractOrigin: string
  /** The widget's script (reference 12), on the contract page's origin. */
  widgetUrl: string
  username: string
  password: string
  /** Things to tell a person: a port that was taken. */
  notices: string[]
  /** Every API call so far, masked, in order of arrival. */
  journal(applicationId?: string): JournalEntry[]
  /** The widget's calls to its own origin, apart from the merchant's. */
  widgetJournal(): JournalEntry[]
  lease(applicationId: string): LeaseRecordView | undefined
  leases(): LeaseRecordView[]
  /** Forgets everything, the clock's moves included. */
  reset(): void
  /** Everything that is known now, for `restore` of this sandbox; faults that wait are not kept. */
  save(): Memory
  /** Is again where it was at `save`; what came later is forgotten, and the faults that wait. */
  restore(memory: Memory): void
  advanceDays(days: number): void
  /** From now on the service speaks in another dialect. Throws on one that is none; then nothing changes. */
  speak(dialect: DialectName | DialectFile): void
  /** Puts a fault in wait. Throws on a route or fault that is unknown, or a pair that does not fit. */
  fault(spec: FaultSpec): void
  /** Stops both listeners and cuts what is open. */
  close(): Promise<void>
}

type Answer = (world: World, request: IncomingMessage, url: URL) => Reply | Promise<Reply | undefined>

const isBelow = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`)

/** API, control calls and the page for people. */
const answerMain: Answer = (world, request, url) => {
  const { pathname } = url
  if (isBelow(pathname, paths.control)) return answerControl(world, request, url)
  if (request.method === "GET" && pathname === "/") return peoplePage(world, request)
  if (request.method === "GET" && pathname === "/frame-relay") return relayPage(world)
  return answerApi(world, request, url)
}

/** Contract page and widget share an origin, which is not the API's. */
const answerSigning: Answer = (world, request, url) => {
  const isWidget = url.pathname === `${paths.widget}.js` || isBelow(url.pathname, paths.widget)
  return (isWidget ? answerWidget : answerContract)(world, request, url)
}

function serve(world: World, answer: Answer, after: () => void): RequestListener {
  return async (request, response) => {
    response.on("error", () => response.destroy())
    response.on("close", after)
    const target = request.url ?? "/"
    const address = `http://sandbox${target.startsWith("/") ? target : "/"}`
    const url = new URL(URL.canParse(address) ? address : "http://sandbox/unreadable")
    try {
      send(response, await answer(world, request, url))
    } catch (error) {
      send(response, problemReply(error))
    }
  }
}

/** A refusal for who calls from code: the fields stand in the message. */
function inWords(act: () => unknown): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const fields = Object.entries(error.more.errors ?? {}).map(([field, texts]) => `${field} ${texts.join(", ")}`)
    throw new Error(`Sandbox: ${fields.join("; ") || error.message}`, { cause: error })
  }
}

/** Both listeners; the first is stopped again when the second cannot be had. */
async function listenTwice(world: World, after: () => void): Promise<{ main: Listener; contract: Listener }> {
  const { host, port, contractPort, strictPort } = world.settings
  const main = await listen(serve(world, answerMain, after), host, port, strictPort)
  try {
    return { main, contract: await listen(serve(world, answerSigning, after), host, contractPort, strictPort) }
  } catch (error) {
    await stop(main.server)
    throw error
  }
}

function addressesOf(host: string, port: number, contractPort: number): World["addresses"] {
  const isAny = host === "0.0.0.0" || host === "::"
  const name = isAny ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host
  const apiOrigin = `http://${name}:${port}`
  return {
    apiOrigin,
    baseUrl: `${apiOrigin}${paths.prefix}`,
    controlUrl: `${apiOrigin}${paths.control}`,
    contractOrigin: `http://${name}:${contractPort}`,
    widgetUrl: `http://${name}:${contractPort}${paths.widget}.js`,
  }
}

/**
 * Starts a sandbox: one listener for API, control calls and the page for people, one for the contract page. Rejects when a port
 * cannot be had, and on options that make no sense.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const world = createWorld(options)
  const { memoryFile } = options
  if (memoryFile) recall(world, memoryFile)
  const { main, contract } = await listenTwice(world, memoryFile ? rememberIn(world, memoryFile) : () => {})
  const { host, port, contractPort, username, password } = world.settings
  world.addresses = addressesOf(host, main.port, contract.port)
  const { baseUrl, controlUrl, contractOrigin, widgetUrl } = world.addresses
  const notices: string[] = []
  if (main.moved) notices.push(`Port ${port} is taken; the API is on ${main.port}.`)
  if (contract.moved) notices.push(`Port ${contractPort} is taken; contracts are on ${contract.port}.`)
  return {
    baseUrl,
    controlUrl,
    contractOrigin,
    widgetUrl,
    username,
    password,
    notices,
    journal: (applicationId) => world.journal.entries(applicationId),
    widgetJournal: () => world.widgetJournal.entries(),
    lease: (applicationId) => viewOf(world, applicationId),
    leases: () => leaseViews(world),
    reset: () => resetWorld(world),
    save: () => save(world),
    restore: (memory) => restore(world, memory),
    speak: (dialect) => {
      world.settings.dialect = readDialect(dialect)
    },
    advanceDays: (days) => inWords(() => advanceClock(world, { advanceDays: days })),
    fault: (spec) => inWords(() => world.faults.add(spec)),
    close: async () => void (await Promise.all([stop(main.server), stop(contract.server)])),
  }
}
