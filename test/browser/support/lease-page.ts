import type { FrameLocator, Page } from "playwright-core"
import { applicant } from "../../integration/support/applicant"

/** Waits for the heading that tells the shopper what to do next. */
export async function see(page: Page, heading: string): Promise<void> {
  await page.getByRole("heading", { name: heading, exact: true }).waitFor()
}

export async function read(page: Page, text: string | RegExp): Promise<void> {
  await page.getByText(text).first().waitFor()
}

export async function press(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name, exact: true }).click()
}

/** Chooses lease-to-own, agrees, and opens the form. */
export async function openForm(page: Page): Promise<void> {
  await page.getByRole("radio", { name: "Lease-to-own", exact: true }).check()
  await page.getByRole("checkbox").check()
  await press(page, "Start application")
  await see(page, "Your application")
}

/** Fills in an application in one go. `tag` steers the sandbox. */
export async function fillForm(page: Page, tag?: string): Promise<void> {
  await page.evaluate(
    (values) => {
      for (const [path, value] of Object.entries(values)) {
        const input = document.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${path}"]`)
        if (!input) throw new Error(`The form has no ${path}.`)
        input.value = value
        if (input.value !== value) throw new Error(`${path} does not take ${value}.`)
        for (const type of ["input", "change"]) input.dispatchEvent(new Event(type, { bubbles: true }))
      }
    },
    valuesOf(applicant(tag)),
  )
}

export function contractFrame(page: Page): FrameLocator {
  return page.frameLocator("iframe[title='Lease contract']")
}

/** Ticks both consents, signs in each place and presses Submit. `contract`: the frame, or the page of its own tab. */
export async function signIn(contract: FrameLocator | Page): Promise<void> {
  await contract.getByRole("checkbox").nth(0).check()
  await contract.getByRole("checkbox").nth(1).check()
  for (let place = 1; place <= 3; place++) {
    await contract.getByRole("button", { name: "Sign here" }).first().click()
    await contract
      .getByText("Signed: ")
      .nth(place - 1)
      .waitFor()
  }
  await contract.getByRole("button", { name: "Submit" }).click()
}

/** The values of a nested object by their dotted paths, as a form names its fields. */
function valuesOf(branch: object, before = ""): Record<string, string> {
  const entries = Object.entries(branch).map(([name, value]): Record<string, string> => {
    const path = before ? `${before}.${name}` : name
    return typeof value === "object" ? valuesOf(value, path) : { [path]: String(value) }
  })
  return Object.assign({}, ...entries)
}
