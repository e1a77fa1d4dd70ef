import type { IncomingMessage } from "node:http"
import { paths } from "./defaults"
import { jsonReply, problemReply, type Reply, readStep } from "./http"
import { asProblem, Problem } from "./problem"
import { widgetPage } from "./widget-page"
import { widgetScript } from "./widget-script"
import { applyInWidget, cardInWidget, contractInWidget, openWidget } from "./widget-session"
import type { World } from "./world"

/** Undefined: cut the connection. */
function script({ faults, settings }: World): Reply | undefined {
  const fault = faults.takeForWidget("script")
  if (fault === "script-blocked") return undefined
  const headers = { "content-type": "text/javascript; charset=utf-8", "x-content-type-options": "nosniff" }
  const text = fault === "script-empty" ? "" : widgetScript
  return { status: 200, headers, text, afterMs: fault === "script-slow" ? settings.slowMs : 0 }
}

/** The steps of the widget's own page, by the address below its path; `…` stands for the token of an opening. */
const steps: Record<string, (world: World, body: unknown, token: string) => unknown> = {
  "/sessions": openWidget,
  "/sessions/…/application": applyInWidget,
  "/sessions/…/contract": contractInWidget,
  "/sessions/…/card": cardInWidget,
}

/** Takes a step; it is kept in a journal of its own, without its body. */
async function takeStep(world: World, request: IncomingMessage, name: string, token: string): Promise<Reply> {
  const endEntry = world.widgetJournal.open(world.clock.now(), "POST", `${paths.widget}${name}`)
  try {
    const { origin } = request.headers
    if (origin && origin !== world.addresses.contractOrigin)
      throw new Problem("forbidden", "Steps are taken from the widget's own page.")
    const answer = steps[name]?.(world, await readStep(request), token)
    endEntry({ status: 200, done: true }, "done")
    return jsonReply(200, answer)
  } catch (error) {
    const problem = asProblem(error)
    endEntry({ status: problem.status, done: false, code: problem.code }, problem.code)
    return problemReply(problem)
  }
}

/** Answers for the widget: its script, the page in its frame, and the steps of that page (reference 12). Undefined: cut the connection. */
export async function answerWidget(world: World, request: IncomingMessage, url: URL): Promise<Reply | undefined> {
  const path = url.pathname.slice(paths.widget.length)
  const [, token = ""] = /^\/sessions\/([\w-]+)\//.exec(path) ?? []
  const name = token ? path.replace(token, "…") : path
  if (request.method === "POST" && Object.hasOwn(steps, name)) return takeStep(world, request, name, token)
  if (request.method === "GET" && path === ".js") return script(world)
  if (request.method === "GET" && path === "/page") {
    const language = url.searchParams.get("language") === "es" ? "es" : "en"
    return widgetPage(world.settings.merchantOrigin, language)
  }
  throw new Problem("not-found", "Nothing is here. A shop opens the widget by its script.")
}
