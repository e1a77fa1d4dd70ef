import type { IncomingMessage, ServerResponse } from "node:http"
import { paths } from "./defaults"
import { checkMediaType, jsonReply, parseJson, problemReply, type Reply, readBody, send } from "./http"
import { asProblem, Problem } from "./problem"
import { widgetPage } from "./widget-page"
import { widgetScript } from "./widget-script"
import { applyInWidget, cardInWidget, contractInWidget, findWidget, openWidget } from "./widget-session"
import type { World } from "./world"

/** Undefined: cut the connection. */
function script(world: World, response: ServerResponse): Reply | undefined {
  const fault = world.faults.takeForWidget("script")
  if (fault === "script-blocked") return undefined
  const headers = { "content-type": "text/javascript; charset=utf-8", "x-content-type-options": "nosniff" }
  const reply = { status: 200, headers, text: fault === "script-empty" ? "" : widgetScript }
  if (fault !== "script-slow") return reply
  const timer = setTimeout(() => send(response, reply), world.settings.slowMs)
  response.once("close", () => clearTimeout(timer))
  return { ...reply, status: 0 }
}

function takeStep(world: World, token: string | undefined, action: string, body: unknown): unknown {
  if (token === undefined) {
    const { session, phase } = openWidget(world, body)
    return { token: session.token, phase }
  }
  const session = findWidget(world, token)
  if (action === "application") return applyInWidget(world, session, body)
  if (action === "contract") return contractInWidget(world, session)
  return cardInWidget(world, session)
}

/** A step of the widget's own page, kept in a journal of its own, without its body. */
async function step(world: World, request: IncomingMessage, [token, action]: Step): Promise<Reply> {
  const shown = `${paths.widget}/sessions${token === undefined ? "" : `/…/${action}`}`
  const entry = world.widgetJournal.open(world.clock.now(), "POST", shown)
  try {
    const { origin } = request.headers
    if (origin && origin !== world.addresses.contractOrigin)
      throw new Problem("forbidden", "Steps are taken from the widget's own page.")
    checkMediaType(request)
    const answer = takeStep(world, token, action, parseJson(await readBody(request)) ?? {})
    entry.end({ status: 200, done: true }, "done")
    return jsonReply(200, answer)
  } catch (error) {
    const problem = asProblem(error)
    entry.end({ status: problem.status, done: false, code: problem.code }, problem.code)
    return problemReply(problem)
  }
}

type Step = [token: string | undefined, action: string]

function stepOf(pathname: string): Step | undefined {
  if (pathname === `${paths.widget}/sessions`) return [undefined, "open"]
  const [, token, action] = /^\/widget\/sessions\/([\w-]+)\/(application|contract|card)$/.exec(pathname) ?? []
  return token && action ? [token, action] : undefined
}

/** Serves the widget: its script, the page in its frame, and the steps of that page (reference 12). Never rejects. */
export async function handleWidget(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
  { pathname, searchParams }: URL,
): Promise<void> {
  const taken = stepOf(pathname)
  if (request.method === "POST" && taken) return send(response, await step(world, request, taken))
  if (request.method === "GET" && pathname === `${paths.widget}.js`) {
    const reply = script(world, response)
    if (!reply) response.destroy()
    else if (reply.status) send(response, reply)
    return
  }
  if (request.method === "GET" && pathname === `${paths.widget}/page`) {
    const language = searchParams.get("language") === "es" ? "es" : "en"
    return send(response, widgetPage(world.settings.merchantOrigin, language))
  }
  send(response, problemReply(new Problem("not-found", "Nothing is here. A shop opens the widget by its script.")))
}
