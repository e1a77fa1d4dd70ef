import { readFileSync } from "node:fs"
import { join } from "node:path"
import * as ts from "typescript"

const ROOT = join(__dirname, "../../..")

/** The types that a file exports, each with its exact text. */
function typesOf(path: string): Map<string, string> {
  const file = ts.createSourceFile(path, readFileSync(join(ROOT, path), "utf8"), ts.ScriptTarget.ES2022)
  const types = file.statements.filter(ts.isTypeAliasDeclaration)
  return new Map(types.map((type) => [type.name.text, type.getText(file)]))
}

const server = typesOf("src/api/types.ts")
const browser = typesOf("packages/storefront/src/wire.ts")

test("the browser knows the whole view", () => {
  expect([...browser.keys()]).toContain("LeaseView")
})

test.each([...browser])("%s is the server's, word for word", (name, text) => {
  expect(text).toBe(server.get(name))
})
