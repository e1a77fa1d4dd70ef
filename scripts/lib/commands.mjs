/** @typedef {{ script: string, help?: string }} Command `help`: the output of `--help`; the sandbox prints its own */

/** @type {Readonly<Record<string, Command | undefined>>} The npm scripts behind `run.mjs`. */
export const COMMANDS = {
  demo: {
    script: "demo/main.mjs",
    help: `npm run demo
Starts PostgreSQL, the lease service sandbox, a store and a shop in front of it, until Ctrl-C. Takes no options.
Data is kept in .demo/; remove the folder to start over. With DATABASE_URL set that server is used instead of its own.`,
  },
  walkthrough: {
    script: "demo/walkthrough.mjs",
    help: `npm run walkthrough -- [options]
Takes four leases over HTTP through their whole life and prints each step.
  --use-demo         take the running demo instead of a store of its own
  --after-order      with another service than the sandbox: deliver, return and cancel there as well (test accounts)
  --yes              do not ask before each of these
  --applicant FILE   send this application (JSON) instead of an invented one
  --applicants FILE  the test persons of lease-to-own-conformance, one for each lease`,
  },
  sandbox: { script: "packages/sandbox/dist/main.js" },
  test: {
    script: "scripts/test.mjs",
    help: `npm test -- [--all | path or jest option …]
Checks format, lint, spelling, secrets and types, then runs the everyday tests: unit, ledger, faults, and a whole lease at one store. No browser is needed.
  --all              every test, in a browser and in several processes too
With other arguments: jest alone, with these arguments.
The last line is "N passed, N failed[, N skipped]".`,
  },
  "test:faults": {
    script: "scripts/test-faults.mjs",
    help: `npm run test:faults -- [options] [path …]
Runs every call, crash and race that can go wrong. The last line is "violations: N".
  --seed N           repeat the run of this seed
  --minutes N        how long leases are simulated (5)`,
  },
  "test:packed": {
    script: "test/packed/main.mjs",
    help: `npm run test:packed -- [options]
Installs the package into a new store by the README's lines, builds it, starts it and leases something there.
  --medusa VERSION   another Medusa than this repository's; "oldest": the first of the peer range, "newest": the newest of it
  --with NAME@VERSION  what the store's package.json names where it differs from the dashboard; may be repeated
  --keep             leave the store's folder there`,
  },
  "test:starters": {
    script: "test/starters/main.mjs",
    help: `npm run test:starters -- [options] [starter …]
Leases in Medusa's own storefronts with the patches of examples/, in a browser by keyboard. Starters:
dtc-starter, b2b-starter-medusa.
  --from DIR         take them from DIR/NAME.tar.gz; otherwise git fetches them from GitHub
  --keep             leave the storefronts' folder there`,
  },
  release: {
    script: "scripts/release.mjs",
    help: `npm run release -- [options]
Checks that this commit may be released, tests, packs and judges the four packages, and publishes those that the registry lacks.
  --dry-run          all but publishing; what would stop a release is a warning
  --skip-tests       without the tests, which take an hour; not in a workflow
  --starters DIR     take Medusa's storefronts from this folder, as test:starters does with --from
  --to FOLDER        where the tarballs go, instead of .cache/release; empty or not there yet`,
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
Measures what the plugin costs, as ratios, and fails where a goal is missed. Parts: client, boot, ledger, shop (needs a browser), dashboard.
  --json             the last line is [{"name","ratio","goal"}]`,
  },
}
