import { runInNewContext } from "node:vm"
import * as ts from "typescript"
import { addToConfig, type WrittenOptions } from "../../../../src/scripts/init/config-edits"
import { removeFromConfig } from "../../../../src/scripts/init/config-undo"
import { around, CONFIGS, STARTER, STRIPE } from "./configs"

const OPTIONS: WrittenOptions = {
  mode: "test",
  operator: { name: "Acorn Leasing", contact: "help@leasing.example" },
  product: { brand: [{ from: "collection" }, { value: "Unbranded" }], condition: [{ value: "new" }] },
}
const BY_OPERATOR = { ...OPTIONS, salesTax: "by_operator" as const }
const PLUGIN = "medusa-plugin-lease-to-own"

const fileOf = (text: string) => (text.includes("require(") ? "medusa-config.js" : "medusa-config.ts")
const edit = (text: string, options = OPTIONS) => addToConfig(ts, fileOf(text), text, options)
function added(text: string, options = OPTIONS): string {
  const result = edit(text, options)
  if ("text" in result) return result.text
  throw new Error(result.reason)
}
function removed(text: string): string {
  const result = removeFromConfig(ts, fileOf(text), text)
  if ("text" in result) return result.text
  throw new Error(result.reason)
}

type Module = { resolve: string; dependencies?: string[]; options?: { providers?: { resolve: string }[] } }
type Config = { plugins?: unknown[]; modules?: Module[] | Record<string, Module> }

/** What `defineConfig` gets if a store runs this text, with the options that `leaseToOwn` gets in the place of the plugin's. */
function run(text: string): Config {
  const options = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 }
  const { outputText } = ts.transpileModule(text.replace(/^\uFEFF/, ""), { compilerOptions: options })
  let config: Config = {}
  const names = new Proxy({}, { get: (_, name) => String(name).toLowerCase() })
  const packages = {
    defineConfig: (given: Config) => (config = given),
    ...{ leaseToOwn: (given: object) => given, loadEnv: () => {}, Modules: names, join: () => "/app" },
  }
  const globals = {
    COMPANY_MODULE: "company",
    redisModules: [],
    process: { env: { REDIS_URL: "redis://", S3_URL: "s3://" }, cwd: () => "" },
  }
  runInNewContext(outputText, { ...globals, require: () => packages, module: {}, exports: {} })
  return JSON.parse(JSON.stringify(config))
}

const modulesOf = ({ modules = [] }: Config): [string, Module][] =>
  Object.values(modules).map((module) => [module.resolve, module])
const providersOf = (config: Config, module: string) =>
  new Map(modulesOf(config)).get(`@medusajs/medusa/${module}`)?.options?.providers?.map(({ resolve }) => resolve) ?? []

describe.each(Object.entries(CONFIGS))("a configuration with %s", (_, text) => {
  it("gets the plugin after its other plugins", () => {
    const [before, after] = [run(text), run(added(text))]
    const { mode, operator } = OPTIONS
    const product = { brand: OPTIONS.product.brand, condition: { value: "new" } }
    const own = { resolve: PLUGIN, options: { mode, operator, product } }
    expect(after.plugins).toEqual([...(before.plugins ?? []), own])
  })

  it.each([
    ["payment", "lease-to-own", OPTIONS],
    ["tax", "lease-tax", BY_OPERATOR],
  ])(
    "gets the provider of the %s module after its other providers, and what it depends on",
    (name, provider, options) => {
      const [before, after] = [run(text), run(added(text, options))]
      expect(providersOf(after, name)).toEqual([...providersOf(before, name), `${PLUGIN}/providers/${provider}`])
      const { dependencies } = new Map(modulesOf(after)).get(`@medusajs/medusa/${name}`) ?? {}
      expect(dependencies?.sort()).toEqual(["lease", "query"])
    },
  )

  it("keeps its other modules", () => {
    const others = (config: Config) => modulesOf(config).filter(([resolve]) => !/\/(payment|tax)$/.test(resolve))
    expect(others(run(added(text, BY_OPERATOR)))).toEqual(others(run(text)))
  })

  it("isn't changed a second time", () => {
    const once = added(text, BY_OPERATOR)
    expect([added(once, BY_OPERATOR), added(once)]).toEqual([once, once])
  })

  it("has its former text after an undo", () => {
    expect([removed(added(text)), removed(added(text, BY_OPERATOR)), removed(text)]).toEqual([text, text, text])
  })
})

it("writes like the official starter: without semicolons and last commas, and with single quotes", () => {
  const [, tail = ""] = added(STARTER, BY_OPERATOR).split("\n    }\n  }")
  expect(`${tail}`).toBe(`,
  plugins: [
    {
      resolve: 'medusa-plugin-lease-to-own',
      options: leaseToOwn({
        baseUrl: process.env.LEASE_BASE_URL!,
        username: process.env.LEASE_USERNAME,
        password: process.env.LEASE_PASSWORD,
        mode: 'test', // 'live' once you lease for real
        operator: { name: 'Acorn Leasing', contact: 'help@leasing.example' },
        salesTax: 'by_operator',
        product: { brand: [{ from: 'collection' }, { value: 'Unbranded' }], condition: { value: 'new' } }
      })
    }
  ],
  modules: [
    {
      resolve: '@medusajs/medusa/payment',
      dependencies: ['lease', 'query'],
      options: { providers: [{ resolve: 'medusa-plugin-lease-to-own/providers/lease-to-own' }] }
    },
    {
      resolve: '@medusajs/medusa/tax',
      dependencies: ['lease', 'query'],
      options: { providers: [{ resolve: 'medusa-plugin-lease-to-own/providers/lease-tax' }] }
    }
  ]
})
`)
})

it("writes like a store with Stripe, semicolons and tabs", () => {
  const text = around(
    `  modules: [\n    ${STRIPE},\n  ],`,
    'import { defineConfig } from "@medusajs/framework/utils";',
  ).replaceAll("  ", "\t")
  const lines = added(text).split("\n")
  expect(lines.filter((line) => !text.split("\n").includes(line)).slice(0, 4)).toEqual([
    'import { leaseToOwn } from "medusa-plugin-lease-to-own";',
    '\t\t\t\t\t{ resolve: "medusa-plugin-lease-to-own/providers/lease-to-own" },',
    '\t\t\tdependencies: ["lease", "query"],',
    "\tplugins: [",
  ])
})

it("uses the configuration's line endings alone", () => {
  const windows = added(CONFIGS["Windows line endings"] ?? "", BY_OPERATOR)
  expect(windows.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/)
})

it.each(['O\'Hara "& Sons"', "back\\slash", "`$name`", "two\nlines", "*/ // <!--"])(
  "writes the operator's name %j as it is",
  (name) => {
    for (const text of [STARTER, CONFIGS.CommonJS ?? ""]) {
      const [plugin] = run(added(text, { ...OPTIONS, operator: { name, contact: "phone" } })).plugins ?? []
      expect(plugin).toMatchObject({ options: { operator: { name, contact: "phone" } } })
    }
  },
)

const PLUGIN_ENTRY = `{ resolve: "${PLUGIN}", options: {} }`
const PROVIDER = `{ resolve: "${PLUGIN}/providers/lease-to-own" }`
const paymentWith = (members: string) => around(`  modules: [{ resolve: "@medusajs/medusa/payment", ${members} }],`)

it.each([
  [
    "spreads other settings",
    around("  ...base,"),
    /^the configuration is built by code \(medusa-config.ts, line 11\)$/,
  ],
  ["has no defineConfig", "module.exports = { projectConfig: {} }\n", /doesn't call defineConfig exactly once/],
  [
    "passes a function's result",
    'import { a } from "a"\nmodule.exports = defineConfig(a())\n',
    /isn't called with an object/,
  ],
  ["builds its plugins", around("  plugins: pluginsOf(process.env),"), /^plugins is built by code/],
  ["builds its modules", around("  modules: modulesOf(process.env),"), /^the modules are built by code/],
  [
    "changes its list of plugins",
    `import { a } from "a"\nconst plugins = []\nplugins.push("b")\nmodule.exports = defineConfig({ plugins })\n`,
    /^plugins is built by code/,
  ],
  ["adds unknown modules", around("  modules: [...redisModules],"), /^code adds modules, perhaps the payment module/],
  [
    "adds unknown modules to an object",
    around("  modules: { ...redisModules },"),
    /^code adds modules, perhaps the payment module/,
  ],
  [
    "has the payment module under a condition",
    around(`  modules: [...(live ? [${STRIPE}] : [])],`),
    /module is conditional/,
  ],
  [
    "has a payment module of its own",
    around('  modules: [{ key: "payment", resolve: "./src/pay" }],'),
    /the payment module isn't Medusa's own/,
  ],
  [
    "has one under Medusa's constant",
    around('  modules: { [Modules.PAYMENT]: { resolve: "./src/pay" } },'),
    /the payment module isn't Medusa's own/,
  ],
  [
    "has Medusa's under another name",
    around(`  modules: { pay: ${STRIPE} },`),
    /the payment module is set up in a different way/,
  ],
  [
    "has the payment module turned off",
    around("  modules: { payment: false },"),
    /the payment module is set up in a different way/,
  ],
  ["spreads the payment module", paymentWith("...payment"), /the payment module is built by code/],
  [
    "spreads the payment options",
    paymentWith("options: { ...payment }"),
    /the providers of the payment module can't be found/,
  ],
  ["builds its providers", paymentWith("options: { providers: all() }"), /^providers is built by code/],
  ["builds its dependencies", paymentWith("dependencies: all()"), /^dependencies is built by code/],
  [
    "has the plugin without its provider",
    around(`  plugins: [${PLUGIN_ENTRY}],`),
    /is there, but not its payment provider with/,
  ],
  [
    "has the plugin, and its provider without dependencies",
    paymentWith(`options: { providers: [${PROVIDER}] }`).replace("\n})", `\n  plugins: [${PLUGIN_ENTRY}],\n})`),
    /but not its payment provider with its dependencies$/,
  ],
  [
    "has the provider without the plugin",
    paymentWith(`options: { providers: [${PROVIDER}] }`),
    /is there, but not the plugin's own entry and/,
  ],
  [
    "has the plugin where nobody expects it",
    around(`  admin: { note: "${PLUGIN}" },`),
    /is already there, in a place that init doesn't recognize/,
  ],
  ["imports nothing", "module.exports = defineConfig({})\n", /has no imports/],
])("a configuration that %s isn't changed, and gets lines to write", (_, text, reason) => {
  expect(edit(text)).toEqual({
    reason: expect.stringMatching(reason),
    lines: expect.arrayContaining([expect.any(String)]),
  })
})

it("names only the missing lines, which can be run", () => {
  const lines = (text: string, options = OPTIONS) => {
    const result = edit(text, options)
    return "lines" in result ? result.lines : []
  }
  const all = lines(around("  ...base,"), BY_OPERATOR)
  const written = run(`${all[0]}\nimport { defineConfig } from ""\ndefineConfig({\n${all.slice(1).join("\n")}\n})`)
  expect([written.plugins?.length, providersOf(written, "payment").length, providersOf(written, "tax").length]).toEqual(
    [1, 1, 1],
  )
  expect(lines(around(`  plugins: [${PLUGIN_ENTRY}],`))).toEqual([
    "modules: [",
    "  {",
    '    resolve: "@medusajs/medusa/payment",',
    '    dependencies: ["lease", "query"],',
    '    options: { providers: [{ resolve: "medusa-plugin-lease-to-own/providers/lease-to-own" }] },',
    "  },",
    "],",
  ])
})

it("names the tax provider and the option if the store has the plugin without them", () => {
  const result = edit(added(STARTER), BY_OPERATOR)
  expect("lines" in result && result.lines.slice(2, 3)).toEqual(['    resolve: "@medusajs/medusa/tax",'])
  expect("lines" in result && result.lines.at(-1)).toBe('salesTax: "by_operator",')
})

it("leaves a configuration alone that can't be read, but in which all lines were written by hand", () => {
  const text = around(`  ...base,\n  plugins: [${PLUGIN_ENTRY}],\n  modules: [...all, { providers: [${PROVIDER}] }],`)
  expect(edit(text)).toEqual({ text })
  expect(edit(text, BY_OPERATOR)).toEqual({ reason: expect.any(String), lines: expect.any(Array) })
})

it("says what is wrong with a file that has a syntax error, or with a provider that has an id", () => {
  const broken = { reason: "medusa-config.ts has a syntax error on line 11", lines: [] }
  expect(edit(around(`  plugins: [,,},\n  // ${PLUGIN}`))).toEqual(broken)
  const text = paymentWith(`options: { providers: [{ id: "lease", resolve: "${PLUGIN}/providers/lease-to-own" }] }`)
  const reason = `the provider ${PLUGIN}/providers/lease-to-own has an id. Remove it, or the store won't start`
  expect(edit(text)).toEqual({ reason, lines: [] })
})

describe("an undo after the merchant's own changes", () => {
  it("takes out options that were changed by hand", () => {
    const changed = added(STARTER).replace("mode: 'test',", "mode: 'live', minimum: 100,")
    expect(removed(changed)).toBe(STARTER)
  })

  it("keeps another plugin, another provider and another import", () => {
    const changed = added(STARTER)
      .replace("  plugins: [\n", "  plugins: [\n    'medusa-plugin-a',\n")
      .replace("providers: [", "providers: [{ resolve: './cash', id: 'cash' }, ")
      .replace("{ leaseToOwn }", "{ leaseToOwn, LeaseEvents }")
    const kept = removed(changed)
    expect(run(kept)).toMatchObject({
      plugins: ["medusa-plugin-a"],
      modules: [{ resolve: "@medusajs/medusa/payment", options: { providers: [{ resolve: "./cash" }] } }],
    })
    expect(kept.match(/lease-to-own/g)).toHaveLength(1)
    expect(kept).not.toContain("dependencies")
  })

  it("takes out the README's lines, which were written by hand", () => {
    const entry = `{ resolve: "@medusajs/medusa/payment", dependencies: ["lease", "query"], options: { providers: [${PROVIDER}] } }`
    const text = around(`  plugins: [\n    ${PLUGIN_ENTRY},\n  ],\n  modules: [\n    ${entry},\n  ],`)
    expect(removed(text)).toBe(around("").replace("\n\n})", "\n})"))
  })

  it("says why if it can't read the configuration", () => {
    expect(removeFromConfig(ts, "medusa-config.ts", around("  ...base,"))).toEqual({
      reason: expect.stringMatching(/^the configuration is built by code/),
    })
  })
})
