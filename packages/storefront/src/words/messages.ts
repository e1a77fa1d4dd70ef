import { loaded } from "./languages.js"
import { messageEn } from "./message-en.js"

/** The texts of the lease message, by language. */
export const messageWords = /* @__PURE__ */ loaded({
  en: async () => messageEn,
  es: () => import("./message-es.js").then(({ messageEs }) => messageEs),
})
