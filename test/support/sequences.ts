import fc from "fast-check"

/** One step, in one tab or in two at once. `diesAt`: the plugin's call at which the process dies. */
export type Step = { does: string; diesAt?: number } | { does: string; besides: string; turns: number[] }

/** Sequences of steps about a cart's sales tax that end with an order. Random steps alone rarely get that far. */
const DAYS = [
  ["choose lease-to-own", "apply", "offer", "sign", "choose lease-to-own", "complete", "staff add to the order"],
  ["apply and be denied", "apply", "offer", "sign", "choose lease-to-own", "complete", "staff add to the order"],
  ["open the hosted widget", "the widget reports success", "choose the card", "complete", "staff add to the order"],
  ["choose lease-to-own", "choose the card", "complete", "staff add to the order"],
]

/** Generates random steps. Most sequences also contain one of `DAYS` or its beginning, with random steps before and inside it. */
export function sequences(names: readonly string[]): fc.Arbitrary<Step[]> {
  const name = fc.constantFrom(...names)
  const turns = fc.array(fc.nat(1), { minLength: 16, maxLength: 16 })
  const step: fc.Arbitrary<Step> = fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.record({ does: name }), weight: 6 },
    { arbitrary: fc.record({ does: name, diesAt: fc.nat(12) }), weight: 2 },
    { arbitrary: fc.record({ does: name, besides: name, turns }), weight: 1 },
  )
  const steps = (maxLength: number) => fc.array(step, { maxLength, size: "max" })
  const days = DAYS.map((day) => day.filter((does) => names.includes(does)).map((does): Step => ({ does })))
  const day = fc
    .constantFrom([], ...days)
    .chain((all) => fc.nat(all.length).map((at) => [all.slice(0, at), all.slice(at)]))
  return fc
    .tuple(steps(4), day, steps(10), fc.boolean())
    .map(([first, [before = [], after = []], between, ends]) => [
      ...first,
      ...before,
      ...between,
      ...(ends ? after : []),
    ])
}

/** What a sequence led to: the rule that it broke, if any, and how its order was paid. */
type Lived = { broken?: string; kind: string }

/**
 * Looks for a sequence that breaks a rule. Returns the shortest one found, or null. `cases` run first. `ends` counts the
 * sequences by `kind`.
 */
export async function findBroken(
  lived: (steps: Step[]) => Promise<Lived>,
  { names, seed, runs, cases = [] }: { names: readonly string[]; seed: number; runs: number; cases?: Step[][] },
  ends: Map<string, number> = new Map(),
): Promise<{ rule: string; steps: Step[] } | null> {
  const holds = fc.asyncProperty(sequences(names), async (steps) => {
    const { broken, kind } = await lived(steps)
    if (broken) throw new Error(broken)
    ends.set(kind, (ends.get(kind) ?? 0) + 1)
  })
  const { counterexample, errorInstance } = await fc.check(holds, {
    seed,
    numRuns: runs,
    examples: cases.map((steps) => [steps]),
  })
  return counterexample ? fewest(lived, counterexample[0], (errorInstance as Error).message) : null
}

/** Removes every step, death and second tab that isn't needed to break a rule, because fast-check doesn't remove single steps of `DAYS`. */
async function fewest(
  lived: (steps: Step[]) => Promise<Lived>,
  steps: Step[],
  rule: string,
): Promise<{ rule: string; steps: Step[] }> {
  const without = steps.map((step) => steps.filter((one) => one !== step))
  const plain = steps.map((step) => steps.map((one) => (one === step ? { does: one.does } : one)))
  for (const fewer of [...without, ...plain.filter((_, at) => Object.keys(steps[at] ?? {}).length > 1)]) {
    const { broken } = await lived(fewer)
    if (broken) return fewest(lived, fewer, broken)
  }
  return { rule, steps }
}
