import { join } from "node:path"
import * as ts from "typescript"
import { ROOT } from "./markdown"

/** Doors of the plugin that a store's own code opens. */
const DOORS = ["src/index.ts", "src/medusa/index.ts", "src/api/admin-client.ts"]

const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT)
const program = ts.createProgram(
  DOORS.map((door) => join(ROOT, door)),
  options,
)
const checker = program.getTypeChecker()

const says = (symbol: ts.Symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim()
const isOurs = ({ declarations }: ts.Symbol) =>
  declarations?.some((declaration) => declaration.getSourceFile().fileName.startsWith(join(ROOT, "src/"))) ?? false

/** The exports of a door; behind a name that is handed on, those it stands for. */
function exportsOf(door: string): ts.Symbol[] {
  const file = program.getSourceFile(join(ROOT, door))
  const module = file && checker.getSymbolAtLocation(file)
  if (!module) throw new Error(`${door} exports nothing.`)
  return checker
    .getExportsOfModule(module)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
}

/** The members that may be written into an object of this type, with those of the objects in it, as dotted paths. */
function membersOf(type: ts.Type, path = "", seen = new Set<ts.Type>()): [path: string, text: string][] {
  const present = checker.getNonNullableType(type)
  if (seen.has(present) || present.getCallSignatures().length) return []
  seen.add(present)
  if (present.isUnion()) return present.types.flatMap((one) => membersOf(one, path, seen))
  const element = checker.isArrayType(present) && checker.getIndexTypeOfType(present, ts.IndexKind.Number)
  if (element) return membersOf(element, path, seen)
  return checker
    .getPropertiesOfType(present)
    .filter(isOurs)
    .flatMap((member) => [
      [`${path}${member.name}`, says(member)],
      ...membersOf(checker.getTypeOfSymbol(member), `${path}${member.name}.`, seen),
    ])
}

const silent = (named: [string, string][]) => named.filter(([, text]) => !text).map(([name]) => name)

it("an editor says what each option is for, and each member of it", () => {
  const type = exportsOf("src/index.ts").find(({ name }) => name === "LeaseToOwnOptions")
  const members = type ? membersOf(checker.getDeclaredTypeOfSymbol(type)) : []
  const paths = members.map(([path]) => path)
  for (const path of ["baseUrl", "wire.retry", "operator.contact", "widget.encryptionKey", "product.brand.metadata"])
    expect(paths).toContain(path)
  expect(silent(members)).toEqual([])
})

it.each(DOORS)("an editor says what each export of %s is for", (door) => {
  expect(silent(exportsOf(door).map((symbol) => [symbol.name, says(symbol)]))).toEqual([])
})

it("an editor says what each method of the client does", () => {
  const [client] = exportsOf("src/api/admin-client.ts").filter(({ name }) => name === "leaseToOwnAdmin")
  const [signature] = client ? checker.getTypeOfSymbol(client).getCallSignatures() : []
  const rooms = signature ? checker.getPropertiesOfType(signature.getReturnType()) : []
  const methods = rooms.flatMap((room) => {
    const type = checker.getTypeOfSymbol(room)
    return type.getCallSignatures().length ? [room] : checker.getPropertiesOfType(type)
  })
  expect(methods.map(({ name }) => name)).toContain("retrieveLease")
  expect(silent(methods.map((method) => [method.name, says(method)]))).toEqual([])
})
