import { useTranslation } from "react-i18next"

/** A name of the service's breakdown, or a word in it such as `biWeekly`, as people read it; unchanged when there is no word for it. */
export function useFigure(): (name: string) => string {
  const { t, i18n } = useTranslation()
  return (name) => {
    const key = `leaseToOwn.figures.${name}`
    return /^\w+$/.test(name) && i18n.exists(key) ? t(key) : name
  }
}
