import { createRequire } from "node:module"
import { join } from "node:path"
import { COMPILED } from "./compiled-plugin.mjs"

const ACCOUNTS = 100
const CHOICES = 100_000

/**
 * Which of a hundred accounts takes a cart: the time of one choice, in ms. Half of the carts are those of the last account, half those that none names.
 *
 * @param {string} plugin its folder, compiled
 * @returns {number}
 */
export function chooseAccounts(plugin) {
  const load = (/** @type {string} */ file) =>
    createRequire(join(plugin, "package.json"))(`./${join(COMPILED, "modules/lease", file)}`)
  /** @type {typeof import("../../src/modules/lease/options/parse-options.js")} */
  const { parseOptions } = load("options/parse-options.js")
  /** @type {typeof import("../../src/modules/lease/status/accounts.js")} */
  const { Accounts } = load("status/accounts.js")
  const login = { username: "bench", password: "bench-password", operator: { name: "Bench", contact: "bench" } }
  const accounts = Array.from({ length: ACCOUNTS }, (_, place) => ({
    id: `account-${place}`,
    for: { region: `reg_${place}`, currency: "usd" },
    ...login,
    baseUrl: `https://account-${place}.example`,
  }))
  const options = parseOptions({ ...login, baseUrl: "https://bench.example", accounts })
  const all = [options, ...options.others].map((own) => ({ account: own.account, options: own }))
  // A choice asks for nothing else of an account.
  const chooser = new Accounts(
    /** @type {import("../../src/modules/lease/status/accounts.js").Account[]} */ (all),
    () => {
      throw new Error("Each account is there.")
    },
  )
  const named = { region_id: `reg_${ACCOUNTS - 1}`, currency_code: "usd" }
  const unnamed = { region_id: "reg_none", currency_code: "usd" }
  const [last, none] = [named, unnamed].map((cart) => chooser.taking(cart)?.account)
  if (last !== `account-${ACCOUNTS - 1}` || none !== null) throw new Error("The wrong account was chosen.")
  const started = performance.now()
  for (let choice = 0; choice < CHOICES; choice++) chooser.taking(choice % 2 ? unnamed : named)
  return (performance.now() - started) / CHOICES
}
