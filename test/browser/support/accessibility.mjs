import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

const AXE = readFileSync(createRequire(fileURLToPath(import.meta.url)).resolve("axe-core/axe.min.js"), "utf8")

/** @typedef {import("playwright-core").Page} Page */

/**
 * Accessibility problems of the page: rule and element of each.
 *
 * @param {Page} page
 * @param {string[]} [rules] all of axe's by default
 * @param {string} [within] selector of the parts to check; the whole page by default
 * @returns {Promise<string[]>}
 */
export async function violations(page, rules, within) {
  // Evaluated, not added as a script, which the shop's security policy forbids.
  if (await page.evaluate(() => !("axe" in globalThis))) await page.evaluate(AXE)
  /** @type {import("axe-core").AxeResults} */
  const { violations } = await page.evaluate(
    ([runOnly, within]) => {
      const { axe } = /** @type {{ axe: typeof import("axe-core") }} */ (/** @type {unknown} */ (globalThis))
      return axe.run(/** @type {string} */ (within) ?? document, {
        iframes: false,
        resultTypes: ["violations"],
        ...(runOnly && { runOnly: /** @type {string[]} */ (runOnly) }),
      })
    },
    [rules, within],
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ""}`))
}

/**
 * Elements that overflow the page or their box; empty if nothing needs horizontal scrolling.
 *
 * @param {Pick<Page, "evaluate">} page
 * @returns {Promise<string[]>}
 */
export function sideways(page) {
  return page.evaluate(() => {
    const root = document.documentElement
    const isOut = (/** @type {Element} */ element) => {
      // An open dialog is above the page, wherever it is in the document.
      const around = element.matches("dialog") ? null : element.parentElement
      const box = around?.closest("section, aside, header, dialog, main") ?? root
      const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()]
      // Text only for screen readers is off the screen on purpose.
      if (inner.width <= 1 || element.closest(".hidden, .skip")) return false
      return inner.right > outer.right + 0.5 || inner.left < outer.left - 0.5
    }
    const out = [...document.querySelectorAll("body *")].filter(isOut).map((element) => element.outerHTML.slice(0, 80))
    return root.scrollWidth > root.clientWidth ? ["the page", ...out] : out
  })
}
