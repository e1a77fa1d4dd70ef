import { type MessageCode, type MessageParams, textOf } from "../modules/lease/texts/messages"
import type { Message } from "./types"

/** A text with its code, for the answer. */
export function message(code: MessageCode, params: MessageParams = {}): Message {
  return { code, params, message: textOf(code, params) }
}
