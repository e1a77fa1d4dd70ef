/** A region as the command lists it. `usable` is true if lease-to-own can be turned on there, and `on` if it already is. */
export type ListedRegion = {
  id: string
  name: string
  currency: string
  countries: string[]
  on: boolean
  usable: boolean
}

/** Where to make a region, in the README's words. */
export const NO_REGION =
  "There is no region for the United States with US dollars yet. In the dashboard, add one under Settings → Regions, and a shipping option under " +
  "Settings → Locations & Shipping. Then run this again."

/**
 * Returns the regions that get lease-to-own. `words` are the IDs and countries that the merchant named. Without any, these are the usable regions
 * that have it, or else all that are usable. Throws if a word fits no region.
 */
export function pickRegions(regions: readonly ListedRegion[], words: readonly string[]): ListedRegion[] {
  if (!words.length) {
    const usable = regions.filter((region) => region.usable)
    const on = usable.filter((region) => region.on)
    return on.length ? on : usable
  }
  const fits = (word: string) =>
    regions.filter(({ id, countries }) => id === word || countries.includes(word.toLowerCase()))
  const unknown = words.find((word) => !fits(word).length)
  const names = regions.map(({ id, name }) => `${name} (${id})`).join(", ")
  if (unknown) throw new Error(`There is no region for --region ${unknown}. Available: ${names || "none"}.`)
  return [...new Set(words.flatMap(fits))]
}
