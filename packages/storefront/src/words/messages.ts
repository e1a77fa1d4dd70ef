import { loaded } from "./languages.js"
import { messageEn } from "./message-en.js"

export const messageWords = /* @__PURE__ */ loaded({
  en: async () => messageEn,
  es: () => import("./message-es.js").then(({ messageEs }) => messageEs),
})
