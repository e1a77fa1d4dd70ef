import { readFileSync } from "node:fs"
import type { AxeResults, RunOptions } from "axe-core"
import type { Page } from "playwright-core"

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8")

declare const axe: { run(root: Document, options: RunOptions): Promise<AxeResults> }

/** Findings that keep people with assistive technology out of the page: rule and element of each. `rules`: all of axe's when left out. */
export async function violations(page: Page, rules?: string[]): Promise<string[]> {
  // Evaluated, not added as a script: the shop's security policy allows none.
  if (await page.evaluate(() => typeof axe === "undefined")) await page.evaluate(AXE)
  const { violations } = await page.evaluate(
    (runOnly) => axe.run(document, { iframes: false, resultTypes: ["violations"], ...(runOnly && { runOnly }) }),
    rules,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ""}`))
}

/** Elements that stick out of the page, or out of their box; empty where nothing has to be moved sideways to be read. */
export function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    const isOut = (element: Element) => {
      // An open dialog lies above the page, wherever it stands.
      const around = element.matches("dialog") ? null : element.parentElement
      const box = around?.closest("section, aside, header, dialog, main") ?? root
      const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()]
      // Text that is only to be read out is off the screen on purpose.
      if (inner.width <= 1 || element.closest(".hidden, .skip")) return false
      return inner.right > outer.right + 0.5 || inner.left < outer.left - 0.5
    }
    const out = [...document.querySelectorAll("body *")].filter(isOut).map((element) => element.outerHTML.slice(0, 80))
    return root.scrollWidth > root.clientWidth ? ["the page", ...out] : out
  })
}

/** Animations and transitions that run. */
export function movements(page: Page): Promise<number> {
  return page.evaluate(() => document.getAnimations().length)
}
