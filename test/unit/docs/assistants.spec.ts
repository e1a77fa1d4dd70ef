import { existsSync } from "node:fs"
import { join } from "node:path"
import { filesUnder, links, ROOT, read, section, tables } from "./markdown"

const index = links(read("llms.txt"))

describe("llms.txt", () => {
  it("leads to every page of the docs and to every package", () => {
    const readmes = ["storefront", "react", "sandbox"].map((name) => `packages/${name}/README.md`)
    const pages = [...filesUnder("docs", [".md", ".json"]), ...readmes, "README.md", "CONTRIBUTING.md"]
    expect([...index].sort()).toEqual(pages.sort())
  })

  it("leads to files that are there", () => {
    expect(index.filter((target) => !existsSync(join(ROOT, target)))).toEqual([])
  })
})

it("names in the page for assistants only codes and commands that exist", () => {
  const page = read("docs/assistants.md")
  const texts =
    read("src/modules/lease/texts/messages.ts") +
    read("src/modules/lease/texts/dashboard-messages.ts") +
    read("packages/storefront/src/errors.ts")
  for (const code of ["unexpected_answer", "cart_of_customer"]) {
    expect(page).toContain(code)
    expect(texts).toContain(code)
  }
  const { bin } = JSON.parse(read("packages/storefront/package.json"))
  expect(Object.keys(bin)).toEqual(["lease-to-own-storefront"])
  expect(tables(section(page, "What goes wrong most"))[0]?.length).toBeGreaterThan(5)
})
