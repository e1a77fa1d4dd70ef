import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { defineConfig, loadEnv } from "@medusajs/framework/utils"
import type { LeaseToOwnOptions } from "./src/index"

loadEnv(process.env.NODE_ENV || "development", process.cwd())

/**
 * The options of the plugin for the store that this repo itself is (demo, walkthrough, tests). Only this file reads the
 * environment; a merchant writes the same options in the store's own `medusa-config.ts`.
 */
function leaseOptions(): Record<string, unknown> {
  const { LEASE_BASE_URL, LEASE_USERNAME, LEASE_PASSWORD, LEASE_AUTH_HASH, LEASE_API_VERSION, LEASE_OPTIONS } =
    process.env
  return {
    ...(LEASE_BASE_URL && { baseUrl: LEASE_BASE_URL }),
    ...(LEASE_USERNAME && { username: LEASE_USERNAME }),
    ...(LEASE_PASSWORD && { password: LEASE_PASSWORD }),
    ...(LEASE_AUTH_HASH && { authHash: LEASE_AUTH_HASH }),
    ...(LEASE_API_VERSION && { apiVersion: LEASE_API_VERSION }),
    mode: "test",
    operator: { name: "Sandbox Leasing", contact: "help@leasing.example" },
    maxAttempts: 1000,
    maxAttemptsPerDay: 1000,
    // The demo's shop tells the language in which it is read.
    applicationExtras: ["languagePreference"],
    product: { brand: { from: "collection" }, category: { from: "type" }, condition: { value: "new" } },
    estimate: { of: estimateOfSandbox },
    disclosures: {
      message: {
        default: {
          en: "An example of {operator}. Your contract has your own amounts.",
          es: "Un ejemplo de {operator}. Su contrato tiene sus propios montos.",
        },
      },
    },
    ...(LEASE_OPTIONS && JSON.parse(readFileSync(LEASE_OPTIONS, "utf8"))),
  }
}

/** What the sandbox charges: twice the cash price in a year. Here, it depends on the state above $700, so that the shop asks for the ZIP code. */
function estimateOfSandbox({ amount, state, frequency = "biWeekly" }: EstimateInput): ReturnType<Estimate["of"]> {
  if (amount > 700 && !state) return "state"
  const payments = { weekly: 52, biWeekly: 26, semiMonthly: 24, monthly: 12 }[frequency]
  const total = Math.round(amount * 200)
  const dueToday = Math.min(4900, total / 2)
  const each = Math.floor((total - dueToday) / payments)
  return { dueToday: dueToday / 100, payments, each: each / 100, every: frequency, total: total / 100, months: 12 }
}
type Estimate = NonNullable<LeaseToOwnOptions["estimate"]>
type EstimateInput = Parameters<Estimate["of"]>[0]

const origins = (port: number) => `http://localhost:${port},http://127.0.0.1:${port}`

/** Medusa's roles: beside the flag, which it reads from the environment itself, it wants the module named. */
const roles = process.env.MEDUSA_FF_RBAC === "true" ? [{ resolve: "@medusajs/medusa/rbac" }] : []

/** Medusa's own locks in PostgreSQL instead of in memory. */
const locking =
  process.env.MEDUSA_LOCKING === "postgres"
    ? [
        {
          resolve: "@medusajs/medusa/locking",
          options: {
            providers: [{ resolve: "@medusajs/medusa/locking-postgres", id: "locking-postgres", is_default: true }],
          },
        },
      ]
    : []

/** A file for emails in place of sending them. */
const { DEMO_MAIL } = process.env
const mailbox = DEMO_MAIL
  ? [
      {
        resolve: "@medusajs/medusa/notification",
        options: {
          providers: [
            { resolve: "@medusajs/medusa/notification-local", id: "local", options: { channels: ["feed"] } },
            { resolve: resolve("demo/mailbox"), id: "mailbox", options: { channels: ["email"], file: DEMO_MAIL } },
          ],
        },
      },
    ]
  : []

/** More payment providers beside lease-to-own, as JSON. */
const otherProviders = JSON.parse(process.env.PAYMENT_PROVIDERS || "[]")

/** More tax providers beside lease-to-own, as JSON. */
const otherTaxProviders = JSON.parse(process.env.TAX_PROVIDERS || "[]")

export default defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    databaseDriverOptions: { connection: { ssl: false } },
    http: {
      storeCors: process.env.STORE_CORS || origins(8000),
      adminCors: process.env.ADMIN_CORS || origins(9000),
      authCors: process.env.AUTH_CORS || origins(9000),
      jwtSecret: process.env.JWT_SECRET || "demo",
      cookieSecret: process.env.COOKIE_SECRET || "demo",
    },
  },
  admin: { path: "/app", disable: process.env.DISABLE_MEDUSA_ADMIN === "true" },
  modules: [
    { resolve: "./src/modules/lease", options: leaseOptions() },
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["lease", "query"],
      options: { providers: [{ resolve: "./src/providers/lease-to-own", options: {} }, ...otherProviders] },
    },
    {
      resolve: "@medusajs/medusa/tax",
      dependencies: ["lease", "query"],
      options: { providers: [{ resolve: "./src/providers/lease-tax", options: {} }, ...otherTaxProviders] },
    },
    ...roles,
    ...locking,
    ...mailbox,
  ],
})
