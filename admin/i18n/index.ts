import en from "./en.json" with { type: "json" }
import es from "./es.json" with { type: "json" }

/** Dashboard translations: everything lives below the one key `leaseToOwn`, so that nothing of another plugin is overwritten. */
export default {
  en: { translation: { leaseToOwn: en } },
  es: { translation: { leaseToOwn: es } },
}
