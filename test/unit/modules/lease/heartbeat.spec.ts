import { beatAfterMs, Heartbeat } from "../../../../src/modules/lease/outbox/heartbeat"

const EARLIEST = beatAfterMs(0)
const LATEST = beatAfterMs(1)
const MINUTE = 60_000

/** A heartbeat whose runs the test ends, and its log. */
function heartOf() {
  const logged: string[] = []
  const ends: ((error?: Error) => void)[] = []
  const signals: AbortSignal[] = []
  const run = (stopping: AbortSignal) => {
    signals.push(stopping)
    return new Promise<void>((resolve, reject) => {
      ends.push((error) => (error ? reject(error) : resolve()))
    })
  }
  const heart = new Heartbeat()
  heart.onBeat(run)
  const start = () => heart.start({ error: (line: unknown) => void logged.push(String(line)) })
  const end = async (run: number, error?: Error) => {
    ends[run]?.(error)
    await jest.advanceTimersByTimeAsync(0)
  }
  return { heart, run, start, end, signals, logged, begun: () => signals.length }
}

describe("the heartbeat of pending calls", () => {
  beforeEach(() => void jest.useFakeTimers())
  afterEach(() => void jest.useRealTimers())

  it("a beat comes after the job's minute, at a different time in each process", () => {
    expect(EARLIEST).toBeGreaterThan(MINUTE)
    expect(LATEST).toBeGreaterThanOrEqual(EARLIEST + MINUTE / 2)
    expect(new Set(Array.from({ length: 20 }, () => beatAfterMs())).size).toBeGreaterThan(1)
  })

  it("the heartbeat begins with a check, and continues if that fails", async () => {
    const { heart, start, begun, logged } = heartOf()
    heart.onStart(() => Promise.reject(new Error("no database")))
    start()
    await jest.advanceTimersByTimeAsync(LATEST)
    expect(logged).toEqual(["lease-to-own: the accounts option could not be checked: no database"])
    expect(begun()).toBe(1)
  })

  it("the heartbeat runs if nothing has run for a while", async () => {
    const { start, end, begun } = heartOf()
    start()
    await jest.advanceTimersByTimeAsync(EARLIEST - 1)
    expect(begun()).toBe(0)
    for (let run = 0; run < 3; run++) {
      await jest.advanceTimersByTimeAsync(LATEST)
      expect(begun()).toBe(run + 1)
      await end(run)
    }
  })

  it("the heartbeat doesn't run while the job does", async () => {
    const { heart, run, start, end, begun } = heartOf()
    start()
    for (let minute = 0; minute < 10; minute++) {
      void heart.job(run)
      await end(minute)
      await jest.advanceTimersByTimeAsync(MINUTE)
    }
    expect(begun()).toBe(10)
  })

  it("no beat starts during a run, even the job's", async () => {
    const { heart, run, start, end, begun } = heartOf()
    start()
    const job = heart.job(run)
    await jest.advanceTimersByTimeAsync(3 * LATEST)
    expect(begun()).toBe(1)
    await end(0)
    await job
    await jest.advanceTimersByTimeAsync(LATEST)
    expect(begun()).toBe(2)
    await jest.advanceTimersByTimeAsync(3 * LATEST)
    expect(begun()).toBe(2)
  })

  it("a job that starts during a beat waits for it", async () => {
    const { heart, run, start, end, begun } = heartOf()
    start()
    await jest.advanceTimersByTimeAsync(LATEST)
    let over = false
    void heart.job(run).then(() => {
      over = true
    })
    await jest.advanceTimersByTimeAsync(MINUTE / 2)
    expect([begun(), over]).toEqual([1, false])
    await end(0)
    expect(over).toBe(true)
    void heart.job(run)
    expect(begun()).toBe(2)
  })

  it("the heartbeat logs a failed run and continues; the job throws", async () => {
    const { heart, run, start, end, logged, begun } = heartOf()
    start()
    await jest.advanceTimersByTimeAsync(LATEST)
    await end(0, new Error("the database is gone"))
    expect(logged).toEqual(["lease-to-own: pending calls could not be run: the database is gone"])
    await jest.advanceTimersByTimeAsync(LATEST)
    expect(begun()).toBe(2)
    await end(1)
    const job = expect(heart.job(run)).rejects.toThrow("gone")
    await end(2, new Error("gone"))
    await job
  })

  it("stopping notifies the current run, and waits for it briefly", async () => {
    const { heart, start, end, signals, begun } = heartOf()
    start()
    await jest.advanceTimersByTimeAsync(LATEST)
    expect(signals[0]?.aborted).toBe(false)
    const stopped = jest.fn()
    void heart.stop().then(stopped)
    expect(signals[0]?.aborted).toBe(true)
    await jest.advanceTimersByTimeAsync(1000)
    expect(stopped).not.toHaveBeenCalled()
    await jest.advanceTimersByTimeAsync(10_000)
    expect(stopped).toHaveBeenCalled()
    await end(0)
    await jest.advanceTimersByTimeAsync(10 * LATEST)
    expect(begun()).toBe(1)
    expect(jest.getTimerCount()).toBe(0)
  })

  it("the heartbeat stops at once when idle, and starts with the next application of the process", async () => {
    const { heart, start, signals, begun } = heartOf()
    start()
    await heart.stop()
    start()
    await jest.advanceTimersByTimeAsync(LATEST)
    expect(begun()).toBe(1)
    expect(signals[0]?.aborted).toBe(false)
  })

  it("the heartbeat keeps no process alive, and doesn't run in a server without jobs", () => {
    jest.useRealTimers()
    const timers = jest.spyOn(global, "setTimeout")
    const server = new Heartbeat()
    server.start({ error: () => {} })
    expect(timers).not.toHaveBeenCalled()
    const { heart, start } = heartOf()
    start()
    const [timer] = timers.mock.results.map(({ value }) => value as NodeJS.Timeout)
    expect(timer?.hasRef()).toBe(false)
    timers.mockRestore()
    return heart.stop()
  })
})
