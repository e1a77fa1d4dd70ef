import type { Sandbox } from "lease-to-own-sandbox"
import { describeStore } from "../integration/support/lease-store"
import { startOther } from "../integration/support/two-accounts"
import { findBroken } from "../support/sequences"
import { FULL } from "./support/size"
import { lived, prepare, STEPS } from "./support/tax-shop"

const SEED = FULL ? Number(process.env.LEASE_FAULTS_SEED) : 4711
const RUNS = FULL ? 200 : 15

const BY_CODE = ["code starts a card session", "code completes"]

/** Sequences that once let a sale escape tax, escape it without being found, or only seemed to. They run first. */
const CASES = [
  ["apply", "offer", "sign", "choose lease-to-own", "store credit covers all", "complete"].map((does) => ({ does })),
  ["open the hosted widget", ...BY_CODE].map((does) => ({ does })),
  ["choose lease-to-own", "the option changes", "the option changes", ...BY_CODE].map((does) => ({ does })),
  [
    { does: "choose lease-to-own, but the process dies", besides: "change the country", turns: [1] },
    { does: "choose lease-to-own" },
  ],
  [
    ...[{ does: "choose lease-to-own" }, { does: "complete", besides: "add an item", turns: [] }],
    { does: "choose the card" },
  ],
]

describeStore("random carts with and without sales tax", (store) => {
  let other: Sandbox
  beforeAll(async () => {
    other = await startOther()
  })
  afterAll(async () => {
    store.setOptions({})
    await other.close()
  })

  it(`no sale escapes tax in a real store (seed ${SEED})`, async () => {
    await prepare(store)
    const ends = new Map<string, number>()
    const done = new Set<string>()
    let number = 0
    const found = await findBroken(
      (steps) => {
        number += 1
        return lived(store, other, number, steps, done)
      },
      { names: Object.keys(STEPS), seed: SEED, runs: RUNS, cases: CASES },
      ends,
    )
    process.stdout.write(`seed ${SEED}: ${JSON.stringify(found ?? Object.fromEntries(ends))}\n`)
    expect(found).toBeNull()
    process.stdout.write(`never done: ${Object.keys(STEPS).filter((name) => !done.has(name))}\n`)
    expect(ends.size).toBeGreaterThan(FULL ? 5 : 2)
  }, 1_800_000)
})
