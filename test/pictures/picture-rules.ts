import { join } from "node:path"
import type { Page } from "playwright-core"
import { violations } from "../browser/support/accessibility.mjs"

/** Where the pictures lie afterward. */
export const FOLDER = join(__dirname, "../.tmp/pictures")
/** Where the built page lies while tests look at it. */
export const PAGE = join(FOLDER, "page")

/** Medusa UI puts tooltips, menus, drawers and questions at the end of the body, outside of every landmark. */
const OVERLAY = /data-radix-popper-content-wrapper|role="(alert)?dialog"|radix-/

/** The width of the dashboard on a desktop screen. */
export const WIDE = 1420
const NARROW = 360
/** Name, what the page's address says, and width. */
export const LOOKS: [string, string, number][] = [
  ["light", "", WIDE],
  ["dark", "theme=dark", WIDE],
  ["right-to-left", "lng=ar&dir=rtl", WIDE],
  ["narrow", "lng=es", NARROW],
]

/** Rules whose findings may differ in a look from those of the first one. A narrow page is another one, and meets all of them. */
export const DIFFERING: Record<string, string[]> = {
  dark: ["color-contrast"],
  "right-to-left": [
    ...["target-size", "scrollable-region-focusable", "button-name", "link-name"],
    ...["html-has-lang", "html-lang-valid", "valid-lang"],
  ],
}

export const STILL = "* { animation: none !important; transition: none !important }"

/** Shows an open page in another of the looks, at once: colors on their way to others are neither. */
export async function lookLike(page: Page, query: string, width: number): Promise<void> {
  await page.addStyleTag({ content: STILL })
  await page.setViewportSize({ width, height: 900 })
  await page.evaluate((said) => (window as unknown as { look(query: string): Promise<void> }).look(said), query)
}

/** What axe finds on the page, by these rules or by all, but for what Medusa UI does itself. */
export async function judge(page: Page, rules?: string[]): Promise<string[]> {
  const found = await violations(page, rules)
  return found.filter((text) => !(text.startsWith("region") && OVERLAY.test(text)))
}
