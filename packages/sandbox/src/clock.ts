export const dayMs = 86_400_000

export const plusDays = (at: Date, days: number) => new Date(at.getTime() + days * dayMs)

/** The sandbox's time: a base clock, by default the machine's, plus the time by which it was moved ahead. */
export class Clock {
  aheadMs = 0

  constructor(private readonly base: () => Date = () => new Date()) {}

  now(): Date {
    return new Date(this.base().getTime() + this.aheadMs)
  }

  /** When something ends that lives so long from now; undefined when it has no end. */
  endOf(lifeMs: number | undefined): Date | undefined {
    return lifeMs === undefined ? undefined : new Date(this.now().getTime() + lifeMs)
  }
}
