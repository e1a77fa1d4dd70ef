/**
 * Dashboard translations: everything lives below the one key `leaseToOwn`, so that nothing of another plugin is overwritten.
 * Empty until the first dashboard part arrives with its texts.
 */
export default {
  en: { translation: { leaseToOwn: {} } },
  es: { translation: { leaseToOwn: {} } },
}
