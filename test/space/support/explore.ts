import { FULL } from "../../faults/support/size"
import { wrongForesight } from "./foresight"
import { keyOf } from "./key"
import type { Left, Moment } from "./moment"
import { brokenRule } from "./rules"
import { stepsFrom } from "./steps"

/** A broken rule, its violation, and the shortest path: the root, then the names of the steps. */
export type Found = { rule: string; what: string; path: string[] }

const LEFT = ["crashes", "losses", "refusals", "acts", "changes"] as const satisfies (keyof Left)[]

/** Explores every reachable state, nearest first, until a rule is broken or none is left. `ends`: whether to stop at a state. */
export async function explore(
  roots: Record<string, Moment>,
  ends: (m: Moment) => boolean = () => false,
): Promise<{ states: number; steps: number; found?: Found }> {
  const known = new Map<string, Left[]>()
  const queue: (Moment | undefined)[] = []
  const edges: { from: number; by: string }[] = []
  let steps = 0
  const enter = (m: Moment, from: number, by: string): Found | undefined => {
    const key = keyOf(m)
    const before = known.get(key) ?? []
    // A state that allows more faults covers everything that can be reached from here.
    if (before.some((left) => LEFT.every((name) => left[name] >= m.left[name]))) return undefined
    known.set(key, [...before, m.left])
    queue.push(m)
    edges.push({ from, by })
    const broken = brokenRule(m)
    return broken && { ...broken, path: pathTo(edges, edges.length - 1) }
  }
  for (const [name, m] of Object.entries(roots)) enter(m, -1, name)
  for (let at = 0; at < queue.length; at++) {
    const m = queue[at] as Moment
    queue[at] = undefined
    const wrong = await foresees(m)
    if (wrong) return { states: queue.length, steps, found: { ...wrong, path: pathTo(edges, at) } }
    for (const { name, take } of ends(m) ? [] : stepsFrom(m)) {
      const next = await after(m, take)
      steps += 1
      const found = enter(next, at, name)
      if (found) return { states: queue.length, steps, found }
    }
  }
  return { states: queue.length, steps }
}

/** Checks what the explanation says would happen, in each state in which no process runs, or in a fixed part of them. */
async function foresees(m: Moment): Promise<Omit<Found, "path"> | null> {
  if (m.processes.length || (!FULL && !PART.has(keyOf(m).charAt(0)))) return null
  const what = await wrongForesight(m)
  return what === null ? null : { rule: "what the explanation says happens", what }
}
/** First characters of the keys of that part: one in 32. */
const PART = new Set("Ag")

/** The moment after a step. Each step takes a second. */
export async function after(m: Moment, take: ReturnType<typeof stepsFrom>[number]["take"]): Promise<Moment> {
  const next = { ...m, now: m.now + 1000 }
  await take(next)
  return next
}

function pathTo(edges: readonly { from: number; by: string }[], place: number): string[] {
  const edge = edges[place]
  return edge ? [...pathTo(edges, edge.from), edge.by] : []
}
