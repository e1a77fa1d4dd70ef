/** A lease service for your own machine, with every call, state, check and fault, and a contract that you can sign. */
import type { IncomingMessage, RequestListener } from "node:http"
import { answerApi } from "./api"
import { answerContract } from "./contract-server"
import { advanceClock, answerControl } from "./control"
import { paths } from "./defaults"
import { type DialectName, readDialect } from "./dialect/read"
import type { DialectFile } from "./dialect/schema"
import type { FaultSpec } from "./faults"
import { listen, problemReply, type Reply, send, stop } from "./http"
import type { JournalEntry } from "./journal"
import { type Memory, recall, rememberIn, restore, save } from "./memory"
import type { SandboxOptions } from "./options"
import { peoplePage, relayPage } from "./people-page"
import { Problem } from "./problem"
import { type LeaseRecordView, leaseView, leaseViews } from "./views"
import { answerWidget } from "./widget-server"
import { createWorld, findLease, resetWorld, type World } from "./world"

export { defaults } from "./defaults"
export { type DialectName, dialectNames, readDialect } from "./dialect/read"
export type { Dialect, DialectFile } from "./dialect/schema"
export type { FaultName, FaultSpec } from "./faults"
export type { JournalEntry } from "./journal"
export type { Memory } from "./memory"
export type { SandboxOptions } from "./options"
export * from "./shopper"
export type { State } from "./state-table"
export type { CartView, LeaseRecordView } from "./views"

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>

type Answer = (world: World, request: IncomingMessage, url: URL) => Reply | Promise<Reply | undefined>

const isBelow = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`)

const answerMain: Answer = (world, request, url) => {
  const { pathname } = url
  if (isBelow(pathname, paths.control)) return answerControl(world, request, url)
  if (request.method === "GET" && pathname === "/") return peoplePage(world, request)
  if (request.method === "GET" && pathname === "/frame-relay") return relayPage(world)
  return answerApi(world, request, url)
}

/** Handles requests for the contract page and the widget, which share one origin that differs from the API's. */
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

/** Turns a refusal into an Error that lists the invalid fields, for callers that don't use HTTP. */
function inWords(act: () => unknown): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const fields = Object.entries(error.more.errors ?? {}).map(([field, texts]) => `${field} ${texts.join(", ")}`)
    throw new Error(`Sandbox: ${fields.join("; ") || error.message}`, { cause: error })
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

/** Quotes values as needed, because Medusa expands `$` in any value and cuts off an unquoted value at `#`. */
function envOf(settings: Record<string, string>): string {
  const quoted = (value: string) => {
    const escaped = value.replaceAll("$", "\\$")
    const quote = ["'", '"', "`"].find((one) => !value.includes(one)) ?? ""
    return /^[\w.:/-]+$/.test(value) ? value : `${quote}${escaped}${quote}`
  }
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${quoted(value)}`)
    .join("\n")
}

/**
 * Starts a sandbox: one server for the API, the control calls and the sandbox's page, and another for contracts and the widget. Rejects if no port is
 * available or an option is invalid.
 */
export async function startSandbox(options: SandboxOptions = {}) {
  const world = createWorld(options)
  const { host, port = 0, contractPort = 0, username, password, memoryFile } = world.settings
  if (memoryFile) recall(world, memoryFile)
  const after = memoryFile ? rememberIn(world, memoryFile) : () => {}
  const main = await listen(serve(world, answerMain, after), host, port)
  const contract = await listen(serve(world, answerSigning, after), host, contractPort).catch(
    async (error: unknown) => {
      await stop(main.server)
      throw error
    },
  )
  world.addresses = addressesOf(host, main.port, contract.port)
  const { baseUrl, controlUrl, contractOrigin, widgetUrl } = world.addresses
  const notices: string[] = []
  if (main.moved) notices.push(`Port ${port} is taken, so the API is on ${main.port}.`)
  if (contract.moved) notices.push(`Port ${contractPort} is taken, so contracts are on ${contract.port}.`)
  return {
    /** The plugin's `baseUrl`, including the service's prefix (spec 4). */
    baseUrl,
    controlUrl,
    contractOrigin,
    /** The URL of the widget's script (reference 12), on the contract's origin. */
    widgetUrl,
    username,
    password,
    /** The three lines for a store's `.env` that connect it to this sandbox, as in the plugin's README. */
    env: envOf({ LEASE_BASE_URL: baseUrl, LEASE_USERNAME: username, LEASE_PASSWORD: password }),
    /** Messages to show, for example that a port was in use. */
    notices,
    /** Returns every API call so far, masked, in order of arrival. */
    journal: (applicationId?: string): JournalEntry[] => world.journal.entries(applicationId),
    /** Returns the calls that the widget makes to its own origin. */
    widgetJournal: (): JournalEntry[] => world.widgetJournal.entries(),
    lease: (applicationId: string): LeaseRecordView | undefined =>
      world.leases.has(applicationId) ? leaseView(world, findLease(world, applicationId)) : undefined,
    leases: (): LeaseRecordView[] => leaseViews(world),
    /** Deletes everything and resets the clock. */
    reset: () => resetWorld(world),
    /** Saves everything except queued faults. Only this sandbox can `restore` the result. */
    save: (): Memory => save(world),
    /** Restores the state at the time of `save`, and discards queued faults. */
    restore: (memory: Memory) => restore(world, memory),
    advanceDays: (days: number) => inWords(() => advanceClock(world, { advanceDays: days })),
    /** Switches to another dialect. Throws if that dialect is invalid, and keeps the current one. */
    speak: (dialect: DialectName | DialectFile) => {
      world.settings.dialect = readDialect(dialect)
    },
    /** Queues a fault. Throws for an unknown route or fault, or if the fault doesn't fit the route. */
    fault: (spec: FaultSpec) => inWords(() => world.faults.add(spec)),
    close: async (): Promise<void> => void (await Promise.all([stop(main.server), stop(contract.server)])),
  }
}
