/**
 * How two ways of doing the same are compared: in turns, in one run, so that whatever else the machine does hits both.
 *
 * @typedef {{ name: string, ratio: number, goal: number }} Ratio `goal`: the ratio may be that much at most
 */

/** @param {number[]} values at least one */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)]
  const lower = sorted[Math.ceil(middle) - 1]
  if (upper === undefined || lower === undefined) throw new Error("A median needs at least one value.")
  return (upper + lower) / 2
}

/**
 * Runs both ways in turns, `turns` times each in every round, and divides what they took. Which one begins changes from turn
 * to turn: what the first leaves behind for the second (garbage, warm caches) falls on both.
 *
 * @param {{ rounds: number, warmUp: number, turns?: number, ours: () => Promise<number>, theirs: () => Promise<number> }}
 *   options `warmUp`: rounds before the ones that count; `turns`: 1 when absent; `ours`, `theirs`: run once and answer how
 *   long it took, in ms
 * @returns {Promise<number>} median over the rounds of the median of `ours` by that of `theirs`
 */
export async function compare({ rounds, warmUp, turns = 1, ours, theirs }) {
  /** @type {number[]} */
  const ratios = []
  for (let round = -warmUp; round < rounds; round++) {
    /** @type {{ ours: number[], theirs: number[] }} */
    const took = { ours: [], theirs: [] }
    for (let turn = 0; turn < turns; turn++) {
      const oursFirst = (round + turn) % 2 === 0
      if (oursFirst) took.ours.push(await ours())
      took.theirs.push(await theirs())
      if (!oursFirst) took.ours.push(await ours())
    }
    if (round >= 0) ratios.push(median(took.ours) / median(took.theirs))
  }
  return median(ratios)
}
