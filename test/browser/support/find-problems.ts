import type { Page } from "playwright-core"
import { sideways, violations } from "./accessibility.mjs"

/** No problems: by axe in each color scheme, at the edges of a narrow phone, and in motion. */
export const CLEAN = { light: [], dark: [], sideways: [], movements: 0 }

/** Finds problems of the current page, in both color schemes and on a narrow phone. */
export async function findProblems(page: Page) {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
  const light = await violations(page)
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" })
  // Only colors differ in the dark scheme.
  const dark = await violations(page, ["color-contrast"])
  await page.setViewportSize({ width: 320, height: 640 })
  const movements = await page.evaluate(() => document.getAnimations().length)
  const found = { light, dark, sideways: await sideways(page), movements }
  await page.setViewportSize({ width: 1280, height: 800 })
  return found
}
