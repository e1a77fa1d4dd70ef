import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type * as ts from "typescript"
import { ownTypes, STOREFRONT_WIRE, storefrontWire, writtenOut } from "../../../scripts/lib/storefront-wire"

const ROOT = join(__dirname, "../../..")

/** The types that a file exports, by their names. */
function exportsOf(program: ts.Program, file: string): Map<string, ts.Type> {
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.Node)
  const symbols = module ? checker.getExportsOfModule(module) : []
  return new Map(symbols.map((symbol) => [symbol.name, checker.getDeclaredTypeOfSymbol(symbol)]))
}

/** The text that is made of a file that holds these lines. */
function madeOf(...lines: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "wire-"))
  const file = join(folder, "types.ts")
  writeFileSync(file, lines.join("\n"))
  try {
    return writtenOut(ROOT, file)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe("the storefront's wire", () => {
  it("is what the server's types yield; `npm run openapi` writes it", () => {
    expect(readFileSync(join(ROOT, STOREFRONT_WIRE), "utf8")).toBe(storefrontWire(ROOT))
  })

  it("means to the compiler what the server's types mean", () => {
    const [server, browser] = [join(ROOT, "src/api/types.ts"), join(ROOT, STOREFRONT_WIRE)] as const
    const program = ownTypes(ROOT, [server, browser])
    const { isTypeAssignableTo, typeToString } = program.getTypeChecker()
    const [theirs, ours] = [exportsOf(program, server), exportsOf(program, browser)]
    expect([...ours.keys()]).toEqual([...theirs.keys()])
    for (const [name, type] of theirs) {
      const own = ours.get(name) ?? type
      const isKnown = [type, own].every((each) => typeToString(each) !== "any")
      const isSame = isTypeAssignableTo(own, type) && isTypeAssignableTo(type, own)
      expect({ name, isKnown, isSame }).toEqual({ name, isKnown: true, isSame: true })
    }
  })
})

describe("a type of the wire", () => {
  it("has its own comment and those of its members, wherever they stand", () => {
    const made = madeOf(
      "type Away = {",
      "  /** One. */",
      "  one: Kind[]",
      "  two: 2",
      "}",
      'type Kind = "a" | "b"',
      "/** Here. */",
      'export type Here = Omit<Away, "two"> & { /** Three. */ three: Away["two"] }',
    )
    expect(made.split(/\s*\n\s*/)).toEqual([
      "/** Here. */",
      "export type Here = {",
      "/** One. */",
      'one: ("a" | "b")[]',
      "/** Three. */",
      "three: 2",
      "}",
    ])
  })

  it.each(["Readonly<{ a: 1 }>", "Date"])("that cannot be written out is refused: %s", (type) => {
    expect(() => madeOf(`export type Made = ${type}`)).toThrow("The storefront's wire cannot have")
  })
})
