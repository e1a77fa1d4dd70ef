import { createDictionary, type Dictionary } from "./words/dictionary.js"
import { texts } from "./words/texts.js"

/** The English dictionary. */
export const en: Dictionary = /* @__PURE__ */ createDictionary("en", texts)
