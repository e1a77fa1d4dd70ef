import { read, section, tables } from "./markdown"

const manifestOf = (folder: string) => JSON.parse(read(`${folder}/package.json`))
const [plugin, storefront, react, sandbox] = [".", "packages/storefront", "packages/react", "packages/sandbox"].map(
  manifestOf,
)
const [rows = []] = tables(section(read("docs/versions.md"), "Which go together"))
const versionOf = (part: string) => rows.find(([what = ""]) => what.includes(part))?.[1]

/** `^2.19.0` as a person reads it. */
function inWords(range: string): string {
  return range
    .split(" || ")
    .map((one) => {
      const [, sign, version = "", major] = /^(\^|>=)((\d+)\.\d+(?:\.\d+)?)$/.exec(one) ?? []
      return sign === "^" ? `${version} and later ${major}.x` : `${version} and later`
    })
    .join(", ")
}

describe("the table of versions says what the package.json files say", () => {
  it.each([plugin, storefront, react, sandbox].map(({ name, version }) => [name, version]))("%s", (name, version) => {
    expect(versionOf(`\`${name}\``)).toBe(version)
  })

  it("of Medusa, in every package of it", () => {
    const ranges = Object.entries<string>(plugin.peerDependencies).filter(
      ([name]) => name.startsWith("@medusajs/") && name !== "@medusajs/ui",
    )
    expect(ranges.map(([, range]) => inWords(range))).toEqual(ranges.map(() => versionOf("Medusa")))
  })

  it("of Node and React", () => {
    expect(versionOf("Node")).toBe(inWords(plugin.engines.node))
    expect(sandbox.engines).toEqual(plugin.engines)
    const [, from, to] = /^>=(\d+) <(\d+)$/.exec(react.peerDependencies.react) ?? []
    expect(versionOf("React")).toBe(`${from} and ${Number(to) - 1}`)
  })

  it("of Medusa in the tests", () => {
    expect(read("docs/versions.md")).toContain(`Tests run with Medusa ${plugin.devDependencies["@medusajs/medusa"]}.`)
  })
})

it("the changelog has the version of package.json first", () => {
  expect(/^## (\S+)$/m.exec(read("CHANGELOG.md"))?.[1]).toBe(plugin.version)
})
