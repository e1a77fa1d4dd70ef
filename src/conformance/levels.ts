/** How far a run goes. Each level begins with those before it. */
export const LEVELS = ["read", "refuse", "apply", "sign", "money"] as const
export type Level = (typeof LEVELS)[number]

/** Whether a run of this level asks the questions of another. */
export function reaches(level: Level, of: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(of)
}
