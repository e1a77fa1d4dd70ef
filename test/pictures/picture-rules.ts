import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { AxeResults } from "axe-core"
import type { Page } from "playwright-core"

/** Where the pictures lie afterward. */
export const FOLDER = join(__dirname, "../.tmp/pictures")
/** Where the built page lies while tests look at it. */
export const PAGE = join(FOLDER, "page")

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8")
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

/** Medusa UI puts tooltips, menus, drawers and questions at the end of the body, outside of every landmark. */
const OVERLAY = /data-radix-popper-content-wrapper|role="(alert)?dialog"|radix-/
/** Medusa UI says of a filter what it opens, also while that is not there. */
const CLOSED_FILTER = /aria-haspopup="dialog" aria-expanded="false"/

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

/** The page's violations by axe, and the cases that axe could not decide, as texts: by these rules, or by all. */
export async function judge(page: Page, rules?: string[]) {
  if (await page.evaluate(() => !("axe" in globalThis))) await page.evaluate(AXE)
  const runOnly = rules ? { type: "rule" as const, values: rules } : { type: "tag" as const, values: RULES }
  const { violations, incomplete } = await page.evaluate<AxeResults, typeof runOnly>(
    (runOnly) =>
      (window as unknown as { axe: typeof import("axe-core") }).axe.run({
        runOnly,
        resultTypes: ["violations", "incomplete"],
      }),
    runOnly,
  )
  const texts = (results: AxeResults["violations"]) =>
    results.flatMap(({ id, nodes }) =>
      nodes.flatMap(({ target, html, failureSummary }) =>
        (id === "region" && OVERLAY.test(`${target} ${html}`)) ||
        (id === "aria-valid-attr-value" && CLOSED_FILTER.test(html))
          ? []
          : `${id}: ${target} ${failureSummary}`,
      ),
    )
  return { violations: texts(violations), incomplete: texts(incomplete) }
}
