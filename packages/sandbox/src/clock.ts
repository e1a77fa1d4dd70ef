export const dayMs = 86_400_000

export const plusDays = (at: Date, days: number) => new Date(at.getTime() + days * dayMs)

/** The sandbox's time: the machine's clock by default, plus the time it was moved ahead. */
export class Clock {
  aheadMs = 0

  constructor(private readonly base: () => Date = () => new Date()) {}

  now(): Date {
    return new Date(this.base().getTime() + this.aheadMs)
  }

  /** Returns when something that lasts `lifeMs` ends, or undefined if it has no end. */
  endOf(lifeMs: number | undefined): Date | undefined {
    return lifeMs === undefined ? undefined : new Date(this.now().getTime() + lifeMs)
  }
}
