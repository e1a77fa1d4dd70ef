export const dayMs = 86_400_000

export const plusDays = (at: Date, days: number) => new Date(at.getTime() + days * dayMs)

export class Clock {
  aheadMs = 0

  now(): Date {
    return new Date(Date.now() + this.aheadMs)
  }
}
