/** Configurations as stores have them, by what is special about each. None has the plugin. */

const PROJECT = `projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: process.env.STORE_CORS!,
      jwtSecret: process.env.JWT_SECRET,
    }
  }`

/** The official starter of Medusa 2.18 and later. */
export const STARTER = `import { loadEnv, defineConfig } from '@medusajs/framework/utils'

loadEnv(process.env.NODE_ENV || 'development', process.cwd())

module.exports = defineConfig({
  ${PROJECT}
})
`

export const around = (
  members: string,
  imports = 'import { defineConfig, Modules } from "@medusajs/framework/utils"',
) =>
  `${imports}\n\nmodule.exports = defineConfig({\n  ${PROJECT.replaceAll("    }\n  }", "    },\n  }")},\n${members}\n})\n`

export const STRIPE = `{
      resolve: "@medusajs/medusa/payment",
      options: {
        providers: [
          {
            resolve: "@medusajs/medusa/payment-stripe",
            id: "stripe",
            options: { apiKey: process.env.STRIPE_API_KEY },
          },
        ],
      },
    }`

export const CONFIGS: Record<string, string> = {
  "the official starter": STARTER,
  "without an empty line at its end": STARTER.trimEnd(),
  "Windows line endings": STARTER.replaceAll("\n", "\r\n"),
  "tabs, and a byte order mark": `\uFEFF${STARTER.replaceAll("  ", "\t")}`,
  "semicolons and double quotes": around("  admin: { path: '/app' },").replaceAll(/(utils")\n/g, "$1;\n"),
  "the B2B starter's modules as an object": around(`  modules: {
    [COMPANY_MODULE]: {
      resolve: "./modules/company",
    },
    [Modules.CACHE]: {
      resolve: "@medusajs/medusa/cache-redis",
    },
  },`),
  "an object with the payment module": around(
    `  modules: { [Modules.PAYMENT]: { resolve: "@medusajs/medusa/payment", options: { providers: [] } } },`,
  ),
  "an object with payment under its name": around(`  modules: {
    payment: {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["query"],
      options: {
        providers: [{ resolve: "./src/modules/cash", id: "cash" }],
      },
    },
  },`),
  "Stripe and other modules": around(`  modules: [
    ${STRIPE},
    { resolve: "./src/modules/brand" }, // ours
  ],`),
  "Stripe without a trailing comma, and a comment behind it": around(`  modules: [
    ${STRIPE.replace("          },\n", "          } // test keys\n")} // more to come
  ]`),
  "a payment module without options": around(`  modules: [{ resolve: "@medusajs/medusa/payment" }],`),
  "a payment module with other options": around(`  modules: [
    { resolve: "@medusajs/medusa/payment", options: { webhook_delay: 5000 } },
  ],`),
  "plugins on one line": around(`  plugins: ["medusa-plugin-a", { resolve: "medusa-plugin-b", options: {} }],`),
  "plugins over several lines": around(`  plugins: [
    {
      resolve: "medusa-plugin-a",
      options: {
        key: "}", // plugins: [
      },
    },
  ],`),
  "empty lists": around("  plugins: [],\n  modules: [\n  ],"),
  "comments that look like code": around(`  /* plugins: [
    { resolve: "medusa-plugin-a" },
  ], */
  // modules: [{ resolve: "@medusajs/medusa/payment" }],
  admin: {}, // plugins: [`),
  CommonJS: `const { loadEnv, defineConfig } = require("@medusajs/framework/utils")
const path = require("node:path") // for the admin

loadEnv(process.env.NODE_ENV, process.cwd())

module.exports = defineConfig({
  admin: { path: path.join("/", "app") },
})
`,
  "an exported default": around("  admin: {},").replace("module.exports =", "export default"),
  "a variable": `import { defineConfig } from '@medusajs/framework/utils'
const plugins = [
  'medusa-plugin-a',
]
const modules = {}
const config = {
  projectConfig: {},
  plugins,
  modules,
}
export default defineConfig(config)
`,
  types: around("  admin: {},").replace("\n})\n", "\n} satisfies Parameters<typeof defineConfig>[0])\n"),
  "modules under a condition": around(`  modules: [
    ...(process.env.REDIS_URL
      ? [{ resolve: "@medusajs/medusa/event-bus-redis", options: { redisUrl: process.env.REDIS_URL } }]
      : []),
    ...(process.env.S3_URL && [{ resolve: "@medusajs/medusa/file" }]),
  ],`),
  "a function around it": `import { defineConfig } from "@medusajs/framework/utils"

export default (() => {
	return defineConfig({
		projectConfig: {},
	})
})()
`,
  "one line": `import { defineConfig } from "@medusajs/framework/utils"; export default defineConfig({ projectConfig: {} })`,
  "the import split over lines": `import {
  defineConfig,
  loadEnv,
} from "@medusajs/framework/utils";
export default defineConfig({
    projectConfig: {},
    plugins: ["a"],
    modules: [{ resolve: "@medusajs/medusa/tax", options: { providers: [{ resolve: "./tax", id: "mine" }] } }],
});
`,
}
