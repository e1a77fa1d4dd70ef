import { execFile } from "node:child_process"
import { randomBytes } from "node:crypto"
import { promisify } from "node:util"
import { executable, terminalEnvironment } from "./command-line.mjs"

const execute = promisify(execFile)

/** Packages that the dashboard brings in exactly one version; a new store therefore names that version. */
const AS_THE_DASHBOARD = ["@medusajs/ui", "@tanstack/react-query", "react-i18next", "react-router-dom"]
const AS_MEDUSA = ["admin-sdk", "admin-shared", "caching", "cli", "dashboard", "draft-order", "framework", "medusa"]

/**
 * The `package.json` of a new store as `create-medusa-app` leaves it, without the store's own test tools.
 *
 * @param {string} medusa version
 * @param {Record<string, string>} tools versions of compilers, as this repository pins them
 */
export async function storePackage(medusa, tools) {
  const dashboard = await dependenciesOf(`@medusajs/dashboard@${medusa}`)
  const versions = [
    ...AS_MEDUSA.map((name) => [`@medusajs/${name}`, medusa]),
    ...AS_THE_DASHBOARD.map((name) => [name, dashboard[name]]),
  ]
  return {
    name: "store",
    version: "0.0.1",
    private: true,
    dependencies: Object.fromEntries(versions),
    devDependencies: {
      "@swc/core": tools["@swc/core"],
      "@types/node": tools["@types/node"],
      "@types/react": tools["@types/react"],
      "prop-types": "^15.8.1",
      react: dashboard.react,
      "react-dom": dashboard["react-dom"],
      "ts-node": tools["ts-node"],
      typescript: tools.typescript,
      vite: "^5.4.14",
    },
  }
}

/** The compiler's settings of a new store. */
export const STORE_TSCONFIG = {
  compilerOptions: {
    ...{ target: "ES2021", module: "Node16", moduleResolution: "Node16", esModuleInterop: true, jsx: "react-jsx" },
    ...{ emitDecoratorMetadata: true, experimentalDecorators: true, skipLibCheck: true, inlineSourceMap: true },
    ...{ outDir: "./.medusa/server", rootDir: ".//", resolveJsonModule: true, strictNullChecks: true },
  },
  "ts-node": { swc: true },
  include: ["**/*", ".medusa/types/*"],
  exclude: ["node_modules", ".medusa/server", ".medusa/admin", ".cache"],
}

/** The configuration of a new store. */
export const STORE_CONFIG = `import { loadEnv, defineConfig } from '@medusajs/framework/utils'

loadEnv(process.env.NODE_ENV || 'development', process.cwd())

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: process.env.STORE_CORS!,
      adminCors: process.env.ADMIN_CORS!,
      authCors: process.env.AUTH_CORS!,
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    }
  }
})
`

/** The `.env` of a new store. @param {string} databaseUrl */
export function storeSettings(databaseUrl) {
  return {
    STORE_CORS: "http://localhost:8000",
    ADMIN_CORS: "http://localhost:5173,http://localhost:9000",
    AUTH_CORS: "http://localhost:5173,http://localhost:9000,http://localhost:8000",
    JWT_SECRET: randomBytes(32).toString("hex"),
    COOKIE_SECRET: randomBytes(32).toString("hex"),
    AUTH_MFA_ENCRYPTION_KEY: randomBytes(32).toString("hex"),
    DATABASE_URL: databaseUrl,
  }
}

/** The newest version on npm. @param {string} name @param {string} range @returns {Promise<string>} */
export async function newestVersion(name, range) {
  const versions = await npmView(`${name}@${range}`, "version")
  return [versions].flat().at(-1)
}

/** @param {string} name package and version @returns {Promise<Record<string, string>>} */
function dependenciesOf(name) {
  return npmView(name, "dependencies", "--prefer-offline")
}

/** @param {string} name package and version @param {string[]} args */
async function npmView(name, ...args) {
  const { command, args: all } = executable("npm", ["view", name, ...args, "--json"], ".")
  const { stdout } = await execute(command, all, { env: terminalEnvironment() })
  if (stdout.trim() === "") throw new Error(`The registry does not know ${name}.`)
  return JSON.parse(stdout)
}
