import type { LeaseError } from "../client/errors.js"
import type { Message } from "../wire.js"
import { fill, find } from "./fill.js"

/** Texts of a language by the code of a message or an error. What is not in them stays as the store wrote it, in English. */
export type CodeWords = Record<string, string>

export function messageIn<M extends Message>(codes: CodeWords, message: M): M {
  const text = fill(find(codes, message.code), message.params)
  return text === undefined ? message : { ...message, message: text }
}

export function errorIn(codes: CodeWords, error: LeaseError): LeaseError {
  const { code, params, message } = error
  return Object.assign(error, { message: messageIn(codes, { code, params, message }).message })
}
