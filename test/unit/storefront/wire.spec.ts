import { readFileSync } from "node:fs"
import { join } from "node:path"
import type * as ts from "typescript"
import { ownTypes } from "../../../scripts/lib/openapi/wire-schemas"
import { STOREFRONT_WIRE, storefrontWire } from "../../../scripts/lib/storefront-wire"

const ROOT = join(__dirname, "../../..")

/** The types that a file exports, by their names. */
function exportsOf(program: ts.Program, file: string): Map<string, ts.Type> {
  const checker = program.getTypeChecker()
  const module = checker.getSymbolAtLocation(program.getSourceFile(file) as ts.Node)
  const symbols = module ? checker.getExportsOfModule(module) : []
  return new Map(symbols.map((symbol) => [symbol.name, checker.getDeclaredTypeOfSymbol(symbol)]))
}

describe("storefront wire", () => {
  it("the wire equals what the server's types generate (`npm run openapi` writes it)", () => {
    expect(readFileSync(join(ROOT, STOREFRONT_WIRE), "utf8")).toBe(storefrontWire(ROOT))
  })

  it("the compiler accepts the wire and the server's types as equal", () => {
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
