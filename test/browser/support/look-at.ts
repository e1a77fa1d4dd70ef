import { join } from "node:path"
import type { Page } from "playwright-core"
import { movements, sideways, violations } from "./accessibility.mjs"

/** Where pictures of every screen go, for a person to look at; none are made otherwise. */
const PICTURES = process.env.SHOP_PICTURES

/** Nothing found, by axe in each color scheme, at the edges of a narrow phone, and in motion. */
export const CLEAN = { light: [], dark: [], sideways: [], movements: 0 }

/** Finds faults of the page as it is now, in both color schemes and on a narrow phone. */
export async function lookAt(page: Page, name: string) {
  const found: Record<string, string[]> = {}
  // Only colors differ in the dark.
  for (const [colorScheme, rules] of [["light"], ["dark", ["color-contrast"]]] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
    found[colorScheme] = await violations(page, rules && [...rules])
    await photograph(page, `${name}, ${colorScheme}`)
  }
  if (PICTURES) {
    await page.setViewportSize({ width: 390, height: 844 })
    await photograph(page, `${name}, 390 px`)
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await photograph(page, `${name}, 320 px`)
  const out = { ...found, sideways: await sideways(page), movements: await movements(page) }
  await page.setViewportSize({ width: 1280, height: 800 })
  return out
}

async function photograph(page: Page, name: string): Promise<void> {
  if (!PICTURES) return
  const path = join(PICTURES, `${name.replaceAll(/\W+/g, "-")}.png`)
  const isDialog = (await page.getByRole("dialog").count()) > 0
  await page.screenshot({ path, fullPage: !isDialog })
}
