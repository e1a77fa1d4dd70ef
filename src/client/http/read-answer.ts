import { ZodError } from "zod"
import type { Dialect } from "../options/dialect"
import { namesOtherApplication } from "../values/other-application"
import { quoteLongIds } from "../values/read"
import type { HttpAnswer } from "./transport"

/** Thrown for a 2xx response with invalid content. The message doesn't repeat any of that content. */
export class Unreadable extends Error {}

/** Passes a response's JSON to `reader`, or undefined if the response is empty. Throws {@link Unreadable} for invalid content. */
export function readAnswer<T>(answer: HttpAnswer, reader: (content: unknown) => T): T {
  try {
    return reader(contentOf(answer))
  } catch (error) {
    throw toUnreadable(error)
  }
}

/**
 * Checks the response to a call that returns no data (reference 6, 7, 12). JSON is accepted, but a gateway's HTML page isn't. Throws {@link
 * Unreadable}.
 */
export function readNothing(answer: HttpAnswer, { emptySuccessStatus }: Pick<Dialect, "emptySuccessStatus">): void {
  if (emptySuccessStatus !== "2xx" && !emptySuccessStatus.includes(answer.status))
    throw new Unreadable("its status is not one of dialect.emptySuccessStatus")
  readAnswer(answer, () => undefined)
}

/** Whether a response names a different application ({@link namesOtherApplication}). A response that isn't JSON names none. */
export function isOfOther(answer: HttpAnswer, applicationId: string): boolean {
  try {
    return namesOtherApplication(contentOf(answer), applicationId)
  } catch {
    return false
  }
}

const contents = new WeakMap<HttpAnswer, unknown>()

/** Parses a response once, because its application is checked before it is read. Throws SyntaxError. */
function contentOf(answer: HttpAnswer): unknown {
  const { body } = answer
  if (!contents.has(answer)) contents.set(answer, body.trim() ? JSON.parse(quoteLongIds(body) ?? body) : undefined)
  return contents.get(answer)
}

function toUnreadable(error: unknown): unknown {
  if (error instanceof SyntaxError) return new Unreadable("it is not JSON")
  if (!(error instanceof ZodError)) return error
  const places = error.issues.map(({ path }) => path.join(".") || "the top")
  return new Unreadable(`not as expected at ${places.join(", ")}`)
}
