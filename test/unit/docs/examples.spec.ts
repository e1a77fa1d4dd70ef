import { type DialectFile, readDialect } from "lease-to-own-sandbox"
import * as ts from "typescript"
import * as checkout from "../../../packages/react/src/index"
import * as message from "../../../packages/react/src/message"
import * as status from "../../../packages/react/src/status"
import * as en from "../../../packages/storefront/src/en"
import * as client from "../../../packages/storefront/src/index"
import * as next from "../../../packages/storefront/src/next"
import * as plugin from "../../../src/index"
import { optionsFor } from "../../dialects/options-for"
import { configOf, readInstallation, withSalesTax } from "../../packed/readme.mjs"
import { STARTERS } from "../../starters/starters.mjs"
import { filesUnder, ROOT, read, section } from "./markdown"

const MOST_LINES = 51
const ENTRIES: Record<string, object> = {
  "lease-to-own-react": checkout,
  "lease-to-own-react/message": message,
  "lease-to-own-react/status": status,
  "lease-to-own-storefront": client,
  "lease-to-own-storefront/en": en,
  "lease-to-own-storefront/next": next,
  "medusa-plugin-lease-to-own": plugin,
}

/** The lines that a patch adds. */
const added = (patch: string) =>
  read(patch)
    .split("\n")
    .flatMap((line) => (line.startsWith("+") && !line.startsWith("+++") ? [line.slice(1)] : []))

const trimmed = (text: string) => text.split("\n").map((line) => line.trim())

/** Whether all lines of `part` are among the `lines`, in order. */
function standInOrder(part: string[], lines: string[]): boolean {
  let from = 0
  return part.every((line) => {
    from = lines.indexOf(line, from) + 1
    return from > 0
  })
}

/** All patches of each starter. */
const patchesOf = Object.entries(STARTERS).map(([name, { patches, backend, approval }]): [string, string[]] => [
  name,
  [...patches, backend.patch ?? [], approval ?? []].flat().map((patch) => `examples/${patch}`),
])

it("every patch belongs to a starter", () => {
  expect(filesUnder("examples", [".patch"])).toEqual(patchesOf.flatMap(([, patches]) => patches).sort())
})

it.each(Object.entries(STARTERS))(`a whole lease takes at most ${MOST_LINES} lines in %s`, (_, { patches }) => {
  const lines = added(`examples/${patches[0]}`).filter((line) => line.trim() !== "")
  expect(lines.length).toBeLessThanOrEqual(MOST_LINES)
})

describe.each(patchesOf)("%s", (_, patches) => {
  const lines = patches.flatMap(added)
  const source = ts.createSourceFile("added.tsx", lines.join("\n"), ts.ScriptTarget.ES2022)
  const imports = source.statements.filter(ts.isImportDeclaration).flatMap(({ importClause, moduleSpecifier }) => {
    const { text: from } = moduleSpecifier as ts.StringLiteral
    const bindings = importClause?.namedBindings
    const names = bindings && ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name.text) : []
    return from.includes("lease-to-own") && !from.endsWith(".css") ? [{ from, names }] : []
  })

  it("uses what our packages export", () => {
    expect(imports.length).toBeGreaterThan(0)
    const missing = imports.flatMap(({ from, names }) => names.filter((name) => !(name in (ENTRIES[from] ?? {}))))
    expect(missing).toEqual([])
  })
})

it("the B2B starter has the entries of docs/install-by-hand.md", () => {
  const config = configOf(readInstallation(ROOT))
  const lines = trimmed(config.slice(config.indexOf("plugins: [")))
  const entries = lines.filter((line) => line.includes(": ") && !line.startsWith("//"))
  const own = trimmed(added("examples/b2b-starter-medusa-backend.patch").join("\n"))
  expect(entries.filter((line) => !own.includes(line))).toEqual(["modules: ["])
})

describe("the entry for stores whose operator charges the sales tax", () => {
  const shown = section(read("docs/sales-tax.md"), "Set it up").split("```ts\n")[1]?.split("```")[0] ?? ""
  const entry = trimmed(shown).join("\n").trim()
  const uncommented = (config: string) => trimmed(withSalesTax(config, "by_operator")).join("\n")

  it("is that of docs/sales-tax.md in docs/install-by-hand.md", () => {
    expect(uncommented(configOf(readInstallation(ROOT)))).toContain(entry)
  })

  it("is that of docs/sales-tax.md in the B2B starter, by the module's name", () => {
    const config = added("examples/b2b-starter-medusa-backend.patch").join("\n")
    expect(uncommented(config)).toContain(`[Modules.TAX]: ${entry}`)
  })
})

describe("docs/storefront.md", () => {
  const guide = section(read("docs/storefront.md"), "Medusa's Next.js starter")
  const blocks = (language: string) =>
    [...guide.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, "gm"))].map(([, code = ""]) =>
      code.trimEnd(),
    )
  const edits = blocks("diff")
  const files = blocks("ts")
  const whole = "examples/dtc-starter.patch"
  const patched = read(whole)
    .split(/^diff --git /m)
    .map((file) => file.split("\n"))

  it("shows edits and new files as in the patch, some without the lines between", () => {
    expect([edits.length > 5, files.length > 1]).toEqual([true, true])
    const shown = [...edits, ...files.map((file) => file.replace(/^/gm, "+"))].map((part) => part.split("\n"))
    expect(shown.filter((part) => !patched.some((file) => standInOrder(part, file)))).toEqual([])
  })

  it("omits no line about the lease", () => {
    const shown = [...files, ...edits.map((edit) => edit.replace(/^[+ ]/gm, ""))].join("\n").split("\n")
    expect(added(whole).filter((line) => line.trim() !== "" && !shown.includes(line))).toEqual([])
  })
})

it("docs/routes.md shows the client as it is tested at a store", () => {
  expect(read("docs/routes.md")).toContain(`\`\`\`ts\n${read("test/everyday/check-awaiting.ts")}\`\`\``)
})

it("the sandbox's README shows a dialect that it reads, and the options that its tests have", () => {
  const [, dialects = ""] = read("packages/sandbox/README.md").split("\n## Dialects")
  const [dialect, options] = [...dialects.matchAll(/```json\n(.*?)```/gs)].map(([, json = ""]) => JSON.parse(json))
  expect(() => readDialect(dialect as DialectFile)).not.toThrow()
  expect(options).toEqual(optionsFor("reference"))
})
