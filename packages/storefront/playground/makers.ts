import { reasonTexts } from "../../../src/lease-cart/reason-texts"
import { fill, messages } from "../../../src/modules/lease/texts/messages"
import { fakeLeaseView } from "../../react/src/fake-view"
import type { Makers } from "./state.mjs"

const texts: Record<string, string> = { ...messages, ...reasonTexts }

/** The fake client's views, with the store's own texts. */
export const makers: Makers = { view: fakeLeaseView, textOf: (code, params) => fill(texts[code] ?? code, params) }
