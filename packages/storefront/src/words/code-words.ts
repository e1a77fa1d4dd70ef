import type { LeaseError } from "../client/errors.js"
import type { Message } from "../wire.js"
import { fill, find } from "./fill.js"

/** Text in one language, by the code of a message or error. If a code has no text, the store's English is shown. */
export type CodeWords = Record<string, string>

export function messageIn<M extends Message>(codes: CodeWords, message: M): M {
  const text = fill(find(codes, message.code), message.params)
  return text === undefined ? message : { ...message, message: text }
}

export function errorIn(codes: CodeWords, error: LeaseError): LeaseError {
  const { code, params, message } = error
  return Object.assign(error, { message: messageIn(codes, { code, params, message }).message })
}
