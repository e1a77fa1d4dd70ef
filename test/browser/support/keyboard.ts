import type { Frame, Page } from "playwright-core"

/** More stops than any page of the shop has. */
const MOST_STOPS = 80

/** Presses Tab until what is called `name` has the focus, also inside of a frame. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const passed: string[] = []
  while (passed.length < MOST_STOPS) {
    await page.keyboard.press("Tab")
    const focused = await focusedName(page)
    if (typeof name === "string" ? focused === name : name.test(focused)) return
    passed.push(focused)
  }
  throw new Error(`Tab never comes to ${name}, only to: ${passed.join(" | ")}`)
}

/** The name of what has the focus: its label, or its own text. */
export async function focusedName(page: Page): Promise<string> {
  return nameIn(page.mainFrame())
}

async function nameIn(frame: Frame): Promise<string> {
  const active = (await frame.evaluateHandle(() => document.activeElement)).asElement()
  const inner = await active?.contentFrame()
  if (inner) return nameIn(inner)
  const name = await active?.evaluate((element) => {
    const labels = (element as HTMLInputElement).labels ?? []
    return element.ariaLabel ?? [...labels].map((label) => label.innerText).join(" ") ?? ""
  })
  return (name || ((await active?.evaluate((element) => (element as HTMLElement).innerText)) ?? "")).trim()
}
