import { createDictionary, type Dictionary } from "./dictionary.js"
import { texts } from "./texts.js"

/** English. */
export const en: Dictionary = /* @__PURE__ */ createDictionary("en", texts)
