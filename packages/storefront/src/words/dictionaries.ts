import { loaded } from "./languages.js"

export const dictionaries = /* @__PURE__ */ loaded({
  en: () => import("../en.js").then(({ en }) => en),
  es: () => import("../es.js").then(({ es }) => es),
})
