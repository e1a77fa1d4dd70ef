import { randomUUID } from "node:crypto"
import type { Left } from "./support/moment"

type Space = typeof import("./support/explore") & typeof import("./support/life") & typeof import("./support/roots")
/** `seed`: the first life in which the simulation notices the mistake; if it doesn't, later lives are tried. */
type Mistake = { file: string; wrong: (real: never) => object; rule: string; seed?: number } & {
  root?: "handedOut" | "placed"
  mute?: true
}

const SOME: Left = { crashes: 0, losses: 1, refusals: 1, acts: 1, changes: 1 }
const NONE: Left = { crashes: 0, losses: 0, refusals: 0, acts: 0, changes: 0 }
const SRC = "../../src/modules/lease"

const replace = (call: string, name: string, part: unknown) => (real: Record<string, object>) => ({
  [call]: { ...real[call], [name]: part },
})
const decides = (
  change: (decision: { calls: { kind: string }[]; reconcileAt: Date | null; lower: string[] }) => object,
) =>
  ((real: { decideCalls: (...given: unknown[]) => never }) => ({
    decideCalls: (...given: unknown[]) => ({
      ...(real.decideCalls(...given) as object),
      ...change(real.decideCalls(...given)),
    }),
  })) as never
const omits = (kind: string) => decides(({ calls }) => ({ calls: calls.filter((call) => call.kind !== kind) }))
const raisesNo = (alert: string) =>
  ((real: { evaluateAlerts: (...given: unknown[]) => { raise: string[] } }) => ({
    evaluateAlerts: (...given: unknown[]) => {
      const alerts = real.evaluateAlerts(...given)
      return { ...alerts, raise: alerts.raise.filter((code) => code !== alert) }
    },
  })) as never

/** Mistakes in the decisions, and the rule that each breaks. */
const MISTAKES: Record<string, Mistake> = {
  "the order of a lease canceled elsewhere before its capture is ignored": {
    file: "rules/order",
    wrong: (real: { moneyDiffers: (...given: unknown[]) => boolean; heldOf: (order: unknown) => number }) => ({
      moneyDiffers: (lease: { status: string }, order: unknown) =>
        real.moneyDiffers(lease, order) && (lease.status !== "canceled" || real.heldOf(order) !== 0),
    }),
    rule: "an order that isn't canceled has a lease, or there is an alert",
    seed: 277,
  },
  "a canceled contract counts as in force": {
    file: "calls/cancel-contract",
    wrong: replace("cancelContractCall", "readBack", () => "not_done"),
    rule: "no call is repeated after it took effect",
    seed: 26,
  },
  "a started lease counts as waiting": {
    file: "calls/confirm-delivery",
    wrong: replace("confirmDeliveryCall", "readBack", () => "not_done"),
    rule: "no call takes effect without a request",
  },
  "a contract in force counts as canceled": {
    file: "calls/cancel-contract",
    wrong: replace("cancelContractCall", "readBack", () => "done"),
    rule: "the ledger agrees with the service, or there is an alert",
  },
  "a refused cancellation cancels": {
    file: "rules/state-machine",
    wrong: ({ transitions }: { transitions: Record<string, object> }) => ({
      transitions: { ...transitions, cancel_refused: { from: ["canceling"], to: "canceled" } },
    }),
    rule: "the ledger agrees with the service, or there is an alert",
  },
  "a cancellation isn't exclusive": {
    file: "rules/pending-calls",
    wrong: ({ EXCLUSIVE_KINDS }: { EXCLUSIVE_KINDS: string[] }) => {
      const kinds = EXCLUSIVE_KINDS.filter((kind) => kind !== "cancel_contract")
      return { EXCLUSIVE_KINDS: kinds, isExclusive: (kind: string) => kinds.includes(kind) }
    },
    rule: "no two exclusive calls are on their way at once",
  },
  "a browser's report counts as a verified signature": {
    file: "rules/lease-predicates",
    wrong: () => ({ isSure: ({ evidence }: { evidence: string }) => evidence !== "none" }),
    mute: true,
    rule: "there is no order and no payment without a signature",
    seed: 116,
  },
  "a canceled order cancels no contract": {
    file: "decide/decide-calls",
    wrong: omits("cancel_contract"),
    rule: "no call that is due is forgotten",
  },
  "no payment is captured": {
    file: "decide/decide-calls",
    wrong: omits("capture_payment"),
    rule: "Medusa's amounts equal the ledger's, or there is an alert",
    seed: 4,
  },
  "a delivery is not confirmed": {
    file: "decide/decide-calls",
    wrong: omits("confirm_delivery"),
    rule: "no call that is due is forgotten",
    seed: 3,
  },
  "a placed lease is never checked again": {
    file: "decide/decide-calls",
    wrong: decides(() => ({ reconcileAt: null })),
    rule: "every state has a way out",
    seed: 2,
  },
  "the status of an open contract is never read": {
    file: "decide/decide-calls",
    wrong: omits("read_status"),
    root: "handedOut",
    rule: "no signed contract is forgotten",
    seed: 54,
  },
}

// Each test loads the ledger again, which adds process listeners. Libraries are loaded once.
jest.setTimeout(300_000)
process.setMaxListeners(0)

/** Maximum number of lives. */
const LIVES = 2000

async function lived({ live }: Pick<Space, "live">, first: number) {
  for (let seed = first; seed < first + LIVES; seed++) {
    const { found } = await live({ seed })
    if (found) return found
  }
  return undefined
}

describe("explorer of the state space", () => {
  it.each(Object.entries(MISTAKES))(
    "the explorer reports the mistake: %s",
    async (_, { file, wrong, root = "placed", mute, rule, seed }) => {
      const space = withMistake(file, wrong)
      const { found } = await space.explore({ root: space[root](!mute, root === "placed" ? SOME : NONE) })
      expect(found?.rule).toBe(rule)
      if (seed !== undefined) expect(await lived(space, seed)).toMatchObject({ rule })
    },
  )
})

/** Mistakes that only a whole life reveals. */
const OTHERS: Record<string, Required<Pick<Mistake, "file" | "wrong" | "rule" | "seed">>> = {
  "a started lease counts as waiting, and is started again": {
    file: "calls/confirm-delivery",
    wrong: replace("confirmDeliveryCall", "readBack", () => "not_done"),
    rule: "no call is repeated after it took effect",
    seed: 31,
  },
  "a form that is sent twice counts as another one": {
    file: "rules/keys",
    wrong: () => ({ hashIdempotencyKey: () => randomUUID() }),
    rule: "each form is sent once",
    seed: 206,
  },
  "a new contract doesn't pay its order": {
    file: "decide/decide-calls",
    wrong: omits("replace_payment"),
    rule: "no signed contract is forgotten",
    seed: 73,
  },
  "a canceled contract is never replaced": {
    file: "rules/pending-calls",
    wrong: () => ({ isReplacing: () => false }),
    rule: "a replaced contract has one successor",
    seed: 3,
  },
  "goods that left before the new contract alert nobody": {
    file: "rules/alerts",
    wrong: raisesNo("shipped_unconfirmed"),
    rule: "goods shipped without a signature raise an alert",
    seed: 80,
  },
  "money that waits alerts nobody": {
    file: "rules/alerts",
    wrong: raisesNo("shipped_long_ago"),
    rule: "an order that should be delivered by now has an alert",
    seed: 231,
  },
  "an order that never ships alerts nobody": {
    file: "rules/alerts",
    wrong: raisesNo("signed_long_ago"),
    rule: "an order that should be delivered by now has an alert",
    seed: 7,
  },
  "a new contract that ended alerts nobody": {
    file: "rules/alerts",
    wrong: raisesNo("replacement_ended"),
    rule: "an order that isn't canceled has a lease, or there is an alert",
    seed: 1590,
  },
  "the card shows only recorded alerts": {
    file: "card/state",
    wrong: () => ({ asOfNow: (facts: object) => facts }),
    rule: "the card, the job and the guards agree on the alerts",
    seed: 1,
  },
  "a lowered price counts as never lowered": {
    file: "calls/return-lease",
    wrong: replace("returnLinesCall", "readBack", () => "not_done"),
    rule: "a price is lowered only as often as requested",
    seed: 175,
  },
  "a moment that a clock put into the future counts as recent": {
    file: "rules/moments",
    wrong: () => ({ isRecent: (moment: Date, now: Date, ms: number) => now.getTime() - moment.getTime() < ms }),
    rule: "a signed contract is seen when its page asks",
    seed: 219,
  },
  "a link outlives its order": {
    file: "decide/decide-calls",
    wrong: decides(() => ({ release: false })),
    rule: "nothing waits for an order that is gone",
    seed: 70,
  },
}

it.each(Object.entries(OTHERS))("the simulation reports the mistake: %s", async (_, { file, wrong, rule, seed }) => {
  expect(await lived(withMistake(file, wrong), seed)).toMatchObject({ rule })
})

const LIBRARIES = [
  "@medusajs/framework",
  "@medusajs/framework/utils",
  "@medusajs/framework/mikro-orm/knex",
  "zod",
  "undici",
]
const libraries = new Map(LIBRARIES.map((name) => [name, require(name)]))

/** Loads everything again, with one file's decisions changed. */
function withMistake(file: string, wrong: Mistake["wrong"]): Space {
  const path = `${SRC}/${file}`
  jest.resetModules()
  for (const [name, library] of libraries) jest.doMock(name, () => library)
  jest.doMock(path, () => {
    const real = jest.requireActual(path)
    return { ...real, ...wrong(real as never) }
  })
  const space = { ...require("./support/explore"), ...require("./support/life"), ...require("./support/roots") }
  jest.dontMock(path) // cspell:disable-line
  return space
}
