import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { inventApplicant } from "../../demo/applicant.mjs"
import { Cleanup } from "../../demo/cleanup.mjs"
import { fillCart } from "../../demo/lease-checkout.mjs"
import { openShop } from "../../demo/shop.mjs"
import { connect } from "./bench-ledger.mjs"
import { BenchShopper, LEASE } from "./bench-shopper.mjs"
import { compare } from "./ratio.mjs"

const ROUNDS = { rounds: 15, warmUp: 3, turns: 8 }
/** Both are in Austin. Medusa recalculates the whole cart's tax when one replaces the other. */
const POSTAL_CODES = ["78701", "78702"]

/** The `salesTax` option of each store. The second isn't just `by_operator`, because the seed would then turn off the region's taxes. */
const STORES = /** @type {const} */ ({ taxInCart: "in_cart", taxByOperator: { default: "by_operator", states: {} } })

/**
 * Compares updates of a cart that isn't leased, with our tax provider and with Medusa's own. Each update recalculates the tax. Measures one store
 * where no operator charges sales tax, and one where an operator does.
 *
 * @param {import("./main.mjs").Tools} tools
 * @param {(measure: keyof typeof STORES, ratio: number) => void} found
 */
export async function benchCartTax({ cleanup, say }, found) {
  // The service must be the sandbox.
  delete process.env.LEASE_BASE_URL
  for (const [measure, salesTax] of Object.entries(STORES)) {
    // Clean up after each store, so that the first one doesn't slow down the second.
    const own = new Cleanup()
    cleanup.add(() => own.run())
    const ratio = await compareUpdates(salesTax, own, say)
    await own.run()
    found(/** @type {keyof typeof STORES} */ (measure), ratio)
  }
}

/** @param {unknown} salesTax @param {Cleanup} cleanup @param {(line: string) => void} say */
async function compareUpdates(salesTax, cleanup, say) {
  const folder = mkdtempSync(join(tmpdir(), "lease-to-own-bench-"))
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  process.env.LEASE_OPTIONS = join(folder, "options.json")
  writeFileSync(process.env.LEASE_OPTIONS, JSON.stringify({ salesTax }))
  const { sandbox, ...shop } = await openShop({ folder, keep: false, ports: undefined, say, cleanup })
  if (!sandbox) throw new Error("The shop came without a sandbox.")
  const database = connect(shop.databaseUrl, cleanup)
  const shopper = new BenchShopper({ ...shop, sandbox })
  const { ask } = shopper
  const cart = await fillCart(ask, shop, inventApplicant())
  let updates = 0
  const timed = (/** @type {string} */ provider) => async () => {
    await database.raw("update tax_region set provider_id = ? where country_code = 'us' and parent_id is null", [
      provider,
    ])
    updates += 1
    const shipping_address = { country_code: "us", province: "TX", postal_code: POSTAL_CODES[updates % 2] }
    const started = performance.now()
    /** @type {{ cart: { tax_total: number } }} */
    const answer = await ask("Update", "POST", `/store/carts/${cart.id}`, { shipping_address })
    const ms = performance.now() - started
    if (!answer.cart.tax_total) throw new Error("The cart has no sales tax.")
    return ms
  }
  const ours = timed("tp_lease-to-own")
  const ratio = await compare({ ...ROUNDS, ours, theirs: timed("tp_system") })
  // Check that our provider was called: it removes the tax from a leased cart only if the operator charges it.
  await ours()
  await shopper.startPayment(cart.id, LEASE)
  /** @type {{ cart: { tax_total: number } }} */
  const { cart: leased } = await ask("Cart", "GET", `/store/carts/${cart.id}`)
  if ((leased.tax_total === 0) !== (salesTax !== "in_cart")) throw new Error(`The tax is ${leased.tax_total}.`)
  return ratio
}
