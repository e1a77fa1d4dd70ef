/** The rules about which folder may import which, as dependency-cruiser's configuration. They also apply to type-only imports. */

const OURS = "^(src|admin|packages|demo|test|scripts)/"
const CLIENT = "src/client/index.ts"
const CART = "src/lease-cart/index.ts"
const LEDGER = "src/modules/lease/"
/** What code outside the ledger imports of it: its face, Medusa's entry and its texts. */
const FACE = `${LEDGER}(?:(?:ledger|index).ts|texts/)`
/** The one part of the routes that a command prints, too. */
const SUPPORT = "src/api/admin/lease-to-own/card/support-file.ts"
const KIT = "packages/storefront/src/"

/** What else a folder may import. @type {Record<string, string[]>} */
const EXCEPTIONS = {
  [`${LEDGER}texts/`]: ["src/client/options/one-time-refusals.ts"],
  [`${LEDGER}rules/`]: [`${LEDGER}models/`],
  [`${KIT}words/`]: [`${KIT}(?:en|es|client/errors).ts`],
}

/** Files in `from` import none of our files except each other and those in `to`. @param {string} from @param {string[]} to */
const only = (from, ...to) => ({
  name: `${from} imports only ${to.join(", ") || "itself"}`,
  from: { path: `^${from}` },
  to: {
    path: OURS,
    // If `from` matches several folders, `$1` is the one that imports.
    pathNot: [from.replace(/\((?!\?).+?\)/, "$1"), ...to, ...(EXCEPTIONS[from] ?? [])].map((path) => `^${path}`),
  },
})

/** @param {string} from @param {string} to */
const never = (from, to) => ({
  name: `${from} never imports ${to}`,
  from: { path: `^${from}` },
  to: { path: `^${to}` },
})

/** Each folder imports only from the folders before it, and from `others`. @param {string} root @param {string} names @param {string[]} others */
const inOrder = (root, names, ...others) =>
  names.split(" ").map((name, at, all) => {
    const before = all.slice(0, at).map((one) => `${root}${one}/`)
    return only(`${root}${name}/`, ...before, ...others)
  })

const rules = [
  only("src/client/"),
  never("src/client/", "(?:node_modules/)?@medusajs/"),
  only("src/client/(values|options)/", "src/client/values/"),
  only("src/client/(messages|http)/", "src/client/(?:values|options)/"),
  only("src/client/conformance/", CLIENT),
  only("src/lease-cart/", CLIENT),
  ...inOrder(
    LEDGER,
    "texts rules options calls tables accounts lease-service cart privacy decide outbox card explanation merchant shopper",
    CLIENT,
    CART,
  ),
  only(`${LEDGER}models/`, `${LEDGER}rules/`),
  only(`${LEDGER}migrations/`),
  only(`${LEDGER}[^/]+$`, LEDGER, CLIENT, CART),
  // The package's entry loads nothing else of the ledger.
  only("src/index.ts", `${LEDGER}options/options.ts`, `${LEDGER}rules/announcements.ts`),
  only("src/links/", `${LEDGER}index.ts`),
  only("src/medusa/", FACE, CLIENT, CART),
  only("src/(setup|providers|subscribers)/", FACE, CART, "src/medusa/"),
  only("src/(jobs|scripts|policies)/", FACE, CLIENT, CART, "src/medusa/", "src/setup/", SUPPORT),
  only("src/api/", FACE, CLIENT, CART, "src/medusa/", "src/setup/"),
  only("admin/(?!i18n/)", "admin/", "src/api/(?:admin-client|admin-types|types).ts", `${KIT}words/offer-summary.ts`),
  only(
    "admin/i18n/",
    `${LEDGER}texts/(?:dashboard-messages|explanation|reasons).ts`,
    "src/setup/setup-texts.ts",
    `${KIT}words/(?:figures|offer)-e[ns].ts`,
  ),
  only("packages/([^/]+)/src/"),
  ...inOrder(KIT, "words client flow screens hosted elements", `${KIT}wire.ts`),
  only(`${KIT}server/`, `${KIT}(?:words|client|screens)/`, `${KIT}wire.ts`),
  only("demo/"),
  never("scripts/", `(?!${FACE})${LEDGER}`),
  // Tests of the ledger itself also import its parts. Those of a whole store only make a lease key.
  never(
    "test/(?!unit/|fixtures/|faults/|space/|support/|integration/(?:ledger|support)/)",
    `(?!${FACE}|${LEDGER}rules/keys.ts)${LEDGER}`,
  ),
  { name: "no circles", from: {}, to: { circular: true } },
  // The other rules can't check an import that isn't found.
  { name: "no import without a file", from: {}, to: { path: "^\\.", couldNotResolve: true } },
]

export default {
  forbidden: rules.map((rule) => ({ severity: "error", ...rule })),
  options: {
    doNotFollow: { path: "node_modules" },
    // `src/admin` is a symbolic link to `admin`.
    exclude: { path: "^src/admin/|^packages/[^/]+/dist/|/\\.tmp/" },
    // Check type-only imports, too. Treat a symbolic link as a file of the folder that contains it.
    tsPreCompilationDeps: true,
    preserveSymlinks: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
}
