/** @typedef {{ script: string, help?: string }} Command `help`: the output of `--help`; the sandbox prints its own */

/** @type {Readonly<Record<string, Command | undefined>>} The npm scripts behind `run.mjs`. */
export const COMMANDS = {
  demo: {
    script: "demo/main.mjs",
    help: `npm run demo
Starts PostgreSQL, a sandbox of the lease service, a store and a shop, until Ctrl-C. Takes no options.
Data is kept in .demo/. Remove the folder to start over. DATABASE_URL replaces the included PostgreSQL server.`,
  },
  walkthrough: {
    script: "demo/walkthrough.mjs",
    help: `npm run walkthrough -- [options]
Makes four leases over HTTP, from cart to end, and prints each step.
  --use-demo         use the running demo instead of its own store
  --after-order      with a service other than the sandbox, also deliver, return and cancel (test accounts)
  --yes              don't ask before each of these
  --applicant FILE   send this application (JSON) instead of a made-up one
  --applicants FILE  the test persons of lease-to-own-conformance, one for each lease`,
  },
  sandbox: { script: "packages/sandbox/dist/main.js" },
  test: {
    script: "scripts/test.mjs",
    help: `npm test -- [--all | path or jest option …]
Checks format, lint, spelling, secrets and types, then runs the everyday tests: unit, ledger, faults, and a whole lease at one store. No browser is needed.
  --all              every test, including those with a browser or several processes
With other arguments: only jest, with these arguments.
The last line is "N passed, N failed[, N skipped]".`,
  },
  "test:faults": {
    script: "scripts/test-faults.mjs",
    help: `npm run test:faults -- [options] [path …]
Runs every call, crash and race that can go wrong. The last line is "violations: N".
  --seed N           repeat the run of this seed
  --minutes N        how long leases are simulated (5)`,
  },
  "test:mutation": {
    script: "test/mutation/main.mjs",
    help: `npm run test:mutation -- [part of a path …]
Changes the files that decide in one place after the other, and fails where the unit tests miss more than 5 % of the changes, or one
that test/mutation/survivors.mjs does not list. All take a few minutes; with arguments, only the files with that in their path.`,
  },
  "test:packed": {
    script: "test/packed/main.mjs",
    help: `npm run test:packed -- [options]
Installs the package into a new store as the README says, builds and starts it, and makes a lease.
  --medusa VERSION   a Medusa version other than this repository's; "oldest" or "newest": of the peer range
  --with NAME@VERSION  a version for the store's package.json that differs from the dashboard's; can be repeated
  --keep             keep the store's folder`,
  },
  "test:starters": {
    script: "test/starters/main.mjs",
    help: `npm run test:starters -- [options] [starter …]
Makes leases in Medusa's own storefronts with the patches from examples/, in a browser and by keyboard. Starters:
dtc-starter, b2b-starter-medusa.
  --from DIR         use DIR/NAME.tar.gz instead of fetching them from GitHub with git
  --keep             keep the storefronts' folder`,
  },
  release: {
    script: "scripts/release.mjs",
    help: `npm run release -- [options]
Checks whether this commit can be released, tests, packs and checks the four packages, and publishes those the registry lacks.
  --dry-run          do everything but publish; obstacles are only warnings
  --skip-tests       skip the tests, which take an hour; not allowed in a workflow
  --starters DIR     use Medusa's storefronts from this folder, like test:starters --from
  --to FOLDER        put the tarballs into this new or empty folder instead of .cache/release`,
  },
  check: {
    script: "scripts/check.mjs",
    help: `npm run check
Checks format, lint, spelling, secrets and types. Takes no options.`,
  },
  openapi: {
    script: "scripts/openapi.mjs",
    help: `npm run openapi
Regenerates docs/openapi.json and the storefront's copy of the types, packages/storefront/src/wire.ts, from the routes and
their types. Takes no options.`,
  },
  bench: {
    script: "test/bench/main.mjs",
    help: `npm run bench -- [options] [part …]
Measures what the plugin costs, as ratios, and fails if a goal is missed. Parts: client, boot, ledger, shop (needs a browser), dashboard.
  --json             the last line is [{"name","ratio","goal"}]`,
  },
}
