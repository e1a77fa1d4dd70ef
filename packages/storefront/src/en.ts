import { createDictionary, type Dictionary } from "./words/dictionary.js"
import { texts } from "./words/texts.js"

export const en: Dictionary = /* @__PURE__ */ createDictionary("en", texts)
