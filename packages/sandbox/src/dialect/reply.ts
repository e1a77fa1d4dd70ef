import type { CallAnswer } from "../call"
import { jsonReply, problemType, type Reply } from "../http"
import { type Problem, problemBody } from "../problem"
import type { Dialect } from "./schema"
import { inDialect } from "./speak"

/** The answer of a call that was done, as the service gives it. */
export function answerReply(dialect: Dialect, { body }: CallAnswer): Reply {
  const { answered, done } = dialect.codes
  return body ? jsonReply(answered, inDialect(dialect, body)) : { status: done, headers: {}, text: "" }
}

/** A refusal, as the service gives it. `instance`: the route that was called. */
export function refusalReply(dialect: Dialect, problem: Problem, instance?: string): Reply {
  const status = problem.more.status ?? dialect.codes[problem.code] ?? problem.status
  if (dialect.answers.refusals === "bare") return jsonReply(status, { error: problem.message }, problem.headers)
  const body = inDialect(dialect, { ...problemBody(problem, instance), status })
  return jsonReply(status, body, { ...problem.headers, "content-type": problemType })
}
