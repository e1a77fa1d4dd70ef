/**
 * The `--help` of each command of `run.mjs`. Prints nothing of its own and needs no packages, so that help is there before
 * anything is installed.
 *
 * @type {Record<string, string>}
 */
const USAGES = {
  demo: `npm run demo
Starts PostgreSQL, the lease service sandbox, a store and a shop in front of it, until Ctrl-C. Takes no options.
Data is kept in .demo/; remove the folder to start over. With DATABASE_URL set that server is used instead of its own.`,
  walkthrough: `npm run walkthrough -- [options]
Takes four leases over HTTP through their whole life and prints each step.
  --use-demo         take the running demo instead of a store of its own
  --after-order      with another service than the sandbox: deliver, return and cancel there as well (test accounts)
  --yes              do not ask before each of these
  --applicant FILE   send this application (JSON) instead of an invented one
  --applicants FILE  the test persons of lease-to-own-conformance, one for each lease`,
  test: `npm test -- [--all | path or jest option …]
Checks format, lint, words, secrets and types, then runs the everyday tests: unit, ledger, faults, and a whole lease at one store. No browser is needed.
  --all              every test, in a browser and in several processes too
With other arguments: jest alone, with these arguments.
The last line is "N passed, N failed[, N skipped]".`,
  "test:faults": `npm run test:faults -- [options] [path …]
Runs every call, crash and race that can go wrong. The last line is "violations: N".
  --seed N           repeat the run of this seed`,
  "test:packed": `npm run test:packed -- [options]
Installs the package into a new store by the README's lines, builds it, starts it and leases something there.
  --medusa VERSION   another Medusa than this repository's; "oldest": the first of the peer range, "newest": the newest of it
  --with NAME@VERSION  what the store's package.json names where it differs from the dashboard; may be repeated
  --keep             leave the store's folder there`,
  "test:starters": `npm run test:starters -- [options] [starter …]
Leases in Medusa's own storefronts with the patches of examples/, in a browser by keyboard. Starters:
dtc-starter, b2b-starter-medusa.
  --from DIR         take them from DIR/NAME.tar.gz; otherwise git fetches them from GitHub
  --keep             leave the storefronts' folder there`,
  release: `npm run release -- [options]
Checks that this commit may be released, tests, packs and judges the four packages, and publishes those that the registry lacks.
  --dry-run          all but publishing; what would stop a release is a warning
  --skip-tests       without the tests, which take an hour; not in a workflow
  --to FOLDER        where the tarballs go, instead of .cache/release; empty or not there yet`,
  check: `npm run check
Checks format, lint, words, secrets and types. Takes no options.`,
  openapi: `npm run openapi
Regenerates docs/openapi.json and the storefront's copy of the types, packages/storefront/src/wire.ts, from the routes and
their types. Takes no options.`,
  bench: `npm run bench -- [options] [part …]
Measures what the plugin costs, as ratios, and fails where a goal is missed. Parts: client, boot, owed, storefront and shop (both need a browser).
  --json             the last line is [{"name","ratio","goal"}]`,
}

/** Commands without options. @type {ReadonlySet<string>} */
const BARE = new Set(["demo", "check", "openapi"])

/**
 * The help of a command, when its arguments ask for it. The sandbox answers for itself. Throws where arguments are given to a command that
 * takes none.
 *
 * @param {string} name
 * @param {string[]} args
 * @returns {string | undefined}
 */
export function helpFor(name, args) {
  const usage = Object.hasOwn(USAGES, name) ? USAGES[name] : undefined
  if (!usage) return undefined
  if (args.includes("--help") || args.includes("-h")) return usage
  if (BARE.has(name) && args.length) throw new Error(`npm run ${name} takes no options, and got ${args.join(" ")}.`)
  return undefined
}
