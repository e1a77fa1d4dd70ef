import { useTranslation } from "react-i18next"

const UNITS = [
  ["hours", 3_600_000],
  ["minutes", 60_000],
  ["seconds", 1000],
] as const

/** A duration in ms in words: in the largest unit that gives a whole number, otherwise in seconds. */
export function useDuration(): (ms: number) => string {
  const { t } = useTranslation()
  return (ms) => {
    const [unit, length] = UNITS.find(([, length]) => ms >= length && ms % length === 0) ?? UNITS[2]
    return t(`leaseToOwn.durations.${unit}`, { count: Math.round(ms / length) })
  }
}
