import { FULL } from "../faults/support/size"
import { type Life, live } from "./support/life"

/** The first life's seed; each later life uses the next number. `npm run test:faults` picks a new one. */
const SEED = FULL ? Number(process.env.LEASE_FAULTS_SEED) : 4711
const LIVES = 120
const ENDS_AFTER_MS = Number(process.env.LEASE_FAULTS_MINUTES ?? 5) * 60_000

jest.setTimeout(24 * 3600_000)

it(`no life of one lease breaks a rule, whatever happens in whatever order (seed ${SEED})`, async () => {
  const began = Date.now()
  const worked = process.cpuUsage()
  const ends = new Map<string, number>()
  let steps = 0
  let lives = 0
  while (FULL ? Date.now() < began + ENDS_AFTER_MS : lives < LIVES) {
    const life = await live({ seed: SEED + lives })
    if (life.found) {
      const { found, path, trace } = await live({ seed: SEED + lives }, { traced: true })
      process.stdout.write(`seed ${SEED + lives}\n${JSON.stringify(path)}\n${trace.slice(-80).join("\n")}\n`)
      expect(found).toBeUndefined()
    }
    ends.set(life.ends, (ends.get(life.ends) ?? 0) + 1)
    steps += life.path.length
    lives += 1
  }
  const { user, system } = process.cpuUsage(worked)
  const seconds = ((user + system) / 1e6).toFixed()
  process.stdout.write(
    `${lives} lives from seed ${SEED} on, ${steps} steps, in ${seconds} s of one core; ends: ${JSON.stringify(Object.fromEntries(ends))}\n`,
  )
  for (const status of ["expired", "placed", "delivered", "canceled", "returned", "superseded"])
    expect(ends.get(status)).toBeGreaterThan(0)
})

it("a seed always gives the same life, and so does its recorded path", async () => {
  const textOf = ({ path, trace }: Life) => [...path, ...trace].join("\n")
  for (const seed of [1, 2, 3]) {
    const [one, again] = [await live({ seed }, { traced: true }), await live({ seed }, { traced: true })]
    expect(textOf(again)).toBe(textOf(one))
    expect(textOf(await live({ path: one.path }, { traced: true }))).toBe(textOf(one))
    expect(textOf(await live({ seed: seed + 1 }, { traced: true }))).not.toBe(textOf(one))
  }
})
