import { type Browser, chromium } from "playwright-core"
import { browserArguments, findBrowser, noBrowserHint } from "./find-browser.mjs"

/**
 * Describes a suite that needs an installed browser. Without one it is skipped, or fails if `CI` is set, so
 * that no build passes without it. `browser()` returns the one that runs during the tests.
 */
export function describeInBrowser(name: string, suite: (browser: () => Browser) => void): void {
  const executablePath = findBrowser()
  const describeIt = executablePath || process.env.CI ? describe : describe.skip
  describeIt(name, () => {
    let running: Browser | undefined

    beforeAll(async () => {
      if (!executablePath) throw new Error(noBrowserHint)
      running = await chromium.launch({ executablePath, args: browserArguments() })
    })
    afterAll(() => running?.close())

    suite(() => {
      if (!running) throw new Error("The browser runs only while tests do.")
      return running
    })
  })
}
