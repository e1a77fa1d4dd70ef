import { unknownStatus } from "./defaults"
import type { AnswerDialect } from "./dialect/speak"
import type { BodyFault, CallFault, OneTimeFault, RefusingFault } from "./faults"
import { validationProblem } from "./fields"
import { type Reply } from "./http"
import { Problem } from "./problem"
import { states } from "./state-table"

const nothing = "Nothing was done."

/** The refusal that a fault puts in place of the call (reference 15). `502-html` is no problem body and is `badGateway`. */
export function faultProblem(fault: Exclude<RefusingFault, "502-html"> | OneTimeFault): Problem {
  const retryAfter = { headers: { "retry-after": "1" } }
  switch (fault) {
    case "401":
      return new Problem("unauthorized", nothing, { headers: { "www-authenticate": 'Basic realm="lease sandbox"' } })
    case "403":
      return new Problem("forbidden", nothing)
    case "409":
      return new Problem("wrong-state", nothing)
    case "429":
      return new Problem("rate-limited", nothing, retryAfter)
    case "500":
      return new Problem("server", nothing)
    case "503":
      return new Problem("server", nothing, { status: 503, ...retryAfter })
    case "validation-403":
      return new Problem("validation", nothing, {
        status: 403,
        errors: validationProblem({ body: ["is refused"] }).more.errors,
      })
    case "link-used-409":
      return new Problem("link-used", nothing, { status: 409 })
    case "link-used-410":
      return new Problem("link-used", nothing)
  }
}

/** Answer of a proxy in front of the service. */
export const badGateway: Reply = {
  status: 502,
  headers: { "content-type": "text/html; charset=utf-8" },
  text: "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>",
}

/** Faults by which one answer is in another dialect than the rest. */
export const faultDialects: Partial<Record<CallFault, AnswerDialect>> = {
  "id-as-number": { answers: { applicationId: "number" } },
  "bool-as-text": { answers: { booleans: "text" } },
  "status-as-text": { answers: { statusCode: "text" } },
  "older-names": { names: { costOfLease: "costOfRental" } },
  "plural-payments": { names: { totalNumberOfPayment: "totalNumberOfPayments" } },
  "esign-key": { names: { esignUrl: "EsignURL" } },
  "no-appstatus": { statuses: { appStatus: "absent" } },
  "unknown-status": { statuses: { words: Object.fromEntries(states.map((state) => [state, unknownStatus])) } },
}

/** The answer of a call that was done, as the fault wants it. */
export function withBodyFault(reply: Reply, fault: BodyFault): Reply {
  const filled = reply.text ? reply : { ...reply, status: reply.status === 204 ? 200 : reply.status, text: "{}" }
  switch (fault) {
    case "malformed-json":
      return { ...filled, text: filled.text.slice(0, -1) }
    case "empty":
      return { ...reply, text: "" }
    case "wrong-content-type":
      return { ...filled, headers: { ...filled.headers, "content-type": "text/html; charset=utf-8" } }
    default:
      return reply
  }
}
