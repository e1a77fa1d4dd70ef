import { type Answer, type Environment, elapsed, type GoOn, type Moment, set } from "./moment"
import { run } from "./process"

/** Pseudorandom numbers from 0 to 1 by a seed. */
export function numbersOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Draws one of these names by weight, given a number from 0 to 1. */
export function drawing<Name extends string>(weights: Readonly<Record<Name, number>>): (number: number) => Name {
  const all = Object.entries(weights) as [Name, number][]
  const sum = all.reduce((before, [, weight]) => before + weight, 0)
  return (number) => {
    let left = number * sum
    for (const [name, weight] of all) {
      left -= weight
      if (left < 0) return name
    }
    throw new Error("Nothing has a weight.")
  }
}

/**
 * Continues each process from where it stopped, at any statement or any step of Medusa. Nothing happens before a process is released,
 * and one process runs at a time. A process that is never released again has died.
 */
export function living(): GoOn {
  const waiting = new Map<number, (answer: Answer | undefined) => void>()
  let rests = () => {}
  const begin = (m: Moment, process: Parameters<GoOn>[1], act: Parameters<GoOn>[2]) => {
    const { id } = process
    const wait: Environment["wait"] = (reason, call, given) =>
      new Promise((resolve, reject) => {
        waiting.set(id, (answer) =>
          answer && "error" in answer ? reject(answer.error) : resolve(answer?.value as never),
        )
        const waits = { for: reason, call, since: elapsed(m), ...(given && { given }) }
        set(m, { processes: [...m.processes, { ...process, waits }] })
        rests()
      })
    const io: Environment["io"] = async (work, name = "") => {
      await wait("turn", name)
      return work()
    }
    run(m, process, { io, wait, now: () => new Date(m.now) }, act).then(() => rests())
  }
  return (m, process, act) =>
    new Promise((resolve) => {
      rests = resolve
      const goesOn = waiting.get(process.id)
      if (goesOn) goesOn(process.results.at(-1))
      else begin(m, { ...process, results: [] }, act)
    })
}
