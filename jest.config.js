const { availableParallelism, totalmem } = require("node:os")

process.env.MEDUSA_DISABLE_TELEMETRY = "1"
process.env.LOG_LEVEL ||= "error"
// A word that is not on the page is told in a line, not in front of the page's whole markup.
process.env.DEBUG_PRINT_LIMIT ||= "0"

/** @param {{ tsx?: boolean }} [syntax] in files without JSX `<T>` is a type */
const swc = ({ tsx = false } = {}) => [
  "@swc/jest",
  {
    jsc: {
      parser: { syntax: "typescript", tsx, decorators: true },
      transform: { decoratorMetadata: true, react: { runtime: "automatic" } },
      target: "es2021",
    },
    module: { type: "commonjs" },
  },
]

/** Run through `npm test`, which sets `NODE_OPTIONS=--experimental-vm-modules`: Medusa's test tools cannot do without it. */
module.exports = {
  testEnvironment: "<rootDir>/test/node-environment.js",
  testMatch: ["<rootDir>/test/**/*.spec.ts?(x)"],
  testTimeout: 120_000,
  // One more than there are cores, because a worker waits a fifth of its time. A running Medusa needs well over a gigabyte.
  maxWorkers: Math.max(1, Math.min(4, availableParallelism() + 1, Math.floor(totalmem() / (3 * 1024 ** 3)))),
  // Medusa's database pool reports each restored template as a lost connection.
  silent: true,
  globalSetup: "<rootDir>/test/global-setup.js",
  globalTeardown: "<rootDir>/test/global-teardown.js",
  // A booted Medusa is never given back whole; a worker that has grown is replaced between two files.
  workerIdleMemoryLimit: "1500MB",
  transform: {
    "^.+\\.tsx$": swc({ tsx: true }),
    "^.+\\.(ts|jsx?|mjs)$": swc(),
  },
  // A module as Node loads it; what requires it here is compiled to what jest loads.
  transformIgnorePatterns: ["/node_modules/(?!get-port/)"],
  moduleNameMapper: {
    // The packages are tested from their sources, not from the last build.
    "^medusa-plugin-lease-to-own/admin-client$": "<rootDir>/src/api/admin-client.ts",
    "^lease-to-own-sandbox$": "<rootDir>/packages/sandbox/src/index.ts",
    "^lease-to-own-storefront$": "<rootDir>/packages/storefront/src/index.ts",
    "^lease-to-own-storefront/(.+)$": "<rootDir>/packages/storefront/src/$1.ts",
    "^lease-to-own-react$": "<rootDir>/packages/react/src/index.ts",
    "^lease-to-own-react/(.+)$": "<rootDir>/packages/react/src/$1.ts",
    // Its sources name their neighbors as browsers need them, with the ending of the compiled file.
    "^(\\.{1,2}/.*)\\.js$": ["$1.js", "$1"],
  },
  modulePathIgnorePatterns: [
    "<rootDir>/.medusa/",
    "<rootDir>/.demo/",
    "<rootDir>/.cache/",
    "<rootDir>/dist/",
    "<rootDir>/(sandbox|storefront)/dist/",
  ],
}
