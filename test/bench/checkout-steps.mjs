import { LEASE } from "./bench-shopper.mjs"
import { ownTime } from "./own-time.mjs"
import { median } from "./ratio.mjs"

/** @typedef {import("./bench-shopper.mjs").BenchCart} BenchCart */

/**
 * What the store adds to each step of a checkout by lease (application, offer, contract, signature, order): its response time minus that of
 * the service, over that of a plain cart update in Medusa. Returns the mean, and prints each.
 *
 * @param {import("./bench-shopper.mjs").BenchShopper} shopper
 * @param {{ shoppers: number, rounds: number, warmUp: number, say: (line: string) => void }} options `shoppers`: how many do the same at once
 * @returns {Promise<number>}
 */
export async function compareSteps(shopper, { shoppers, rounds, warmUp, say }) {
  /** @type {Record<string, number[]>} */
  const ratios = {}
  for (let round = -warmUp; round < rounds; round++) {
    const { update, ...steps } = await checkOut(shopper, shoppers)
    if (round < 0) continue
    for (const [step, ms] of Object.entries(steps)) ratios[step] = [...(ratios[step] ?? []), ms / update]
  }
  const each = Object.entries(ratios).map(([step, all]) => ({ step, ratio: median(all) }))
  say(each.map(({ step, ratio }) => `${step} ${ratio.toFixed(2)}`).join(", "))
  return each.reduce((sum, { ratio }) => sum + ratio, 0) / each.length
}

/** @param {import("./bench-shopper.mjs").BenchShopper} shopper @param {number} shoppers */
async function checkOut(shopper, shoppers) {
  const { ask, shop } = shopper
  const carts = await shopper.fillCarts(shoppers)
  const each = (/** @type {(cart: BenchCart) => Promise<unknown>} */ step) =>
    ownTime(
      shop.sandbox,
      carts.map((cart) => () => step(cart)),
    )
  /** @type {string[]} */
  const urls = []
  const update = await each(({ id }) => ask("Update", "POST", `/store/carts/${id}`, { metadata: { gift: "yes" } }))
  const application = await each((cart) => shopper.apply(cart))
  const offer = await each(({ id }) => shopper.offer(id))
  const contract = await each(async ({ id }) => void urls.push(await shopper.contract(id)))
  await Promise.all(urls.map((url) => shopper.sign(url)))
  const signature = await each(({ id }) => shopper.signature(id))
  const steps = { update, application, offer, contract, signature }
  // Concurrent orders of the same goods wait for each other, and core rejects some.
  if (shoppers > 1) return steps
  for (const { id } of carts) await shopper.startPayment(id, LEASE)
  return { ...steps, order: await each(({ id }) => shopper.complete(id)) }
}
