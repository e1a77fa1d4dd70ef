import { spawnSync } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

const ROOT = join(__dirname, "../../..")
const LEDGER = "src/modules/lease"

/** The rooms in the order of CONTRIBUTING's table. */
const rooms = (readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8").split("| room | what |")[1] ?? "")
  .split("\n\n")[0]
  ?.split("\n")
  .flatMap((line) => /^\| `([a-z]+)` \|/.exec(line)?.[1] ?? []) as string[]

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "lease-to-own-arrows-"))
  for (const file of ["biome.json", "scripts/arrows.json"]) cpSync(join(ROOT, file), join(folder, file))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Which of these files the linter of this repository refuses, by rule. */
function refused(files: Record<string, string>, rule: string): string[] {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const biome = join(ROOT, "node_modules/@biomejs/biome/bin/biome")
  const args = [biome, "lint", "--reporter=json", "--max-diagnostics=none", ...Object.keys(files)]
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" })
  const { diagnostics }: { diagnostics: { category: string; location: { path: string } }[] } = JSON.parse(stdout)
  return diagnostics.flatMap(({ category, location }) => (category.endsWith(rule) ? [location.path] : []))
}

it("knows the rooms", () => {
  expect(rooms.length).toBeGreaterThan(8)
})

it("has every file of the ledger in a room, but its two doors", () => {
  const files = readdirSync(join(ROOT, LEDGER), { withFileTypes: true }).filter((entry) => entry.isFile())
  expect(files.map(({ name }) => name).sort()).toEqual(["index.ts", "service.ts"])
})

it("lets a room of the ledger import the rooms above it, and none below", () => {
  const pairs = rooms.flatMap((room, at) => rooms.map((other, place) => ({ room, other, allowed: place < at })))
  const others = pairs.filter(({ room, other }) => room !== other)
  const name = ({ room, other }: { room: string; other: string }) => `${LEDGER}/${room}/imports-${other}.ts`
  const files = Object.fromEntries(others.map((pair) => [name(pair), `import "../${pair.other}/something"\n`]))
  const wrong = others.filter(({ allowed }) => !allowed).map(name)
  expect(refused(files, "noRestrictedImports").sort()).toEqual(wrong.sort())
})

it.each([
  [`${LEDGER}/shopper/a.ts`, "../../../lease-service/http/mask"],
  [`${LEDGER}/shopper/b.ts`, "../../../medusa/errors"],
  [`${LEDGER}/c.ts`, "../../api/poll"],
  ["src/lease-service/values/d.ts", "../client"],
  ["src/lease-cart/e.ts", "../lease-service"],
  [`${LEDGER}/migrations/p.ts`, "../rules/call-kinds"],
  ["src/index.ts", "./modules/lease/service"],
  ["src/medusa/f.ts", "../setup/check-setup"],
  ["src/conformance/o.ts", "../modules/lease"],
  ["src/providers/lease-to-own/g.ts", "../../api/poll"],
  ["src/jobs/q.ts", "../api/schemas"],
  ["src/providers/lease-to-own/r.ts", "../../setup/check-setup"],
  ["src/subscribers/s.ts", "../setup/check-setup"],
  ["src/setup/t.ts", "../scripts/doctor"],
  ["src/api/h.ts", "../jobs/lease-owed-calls"],
  ["packages/storefront/src/i.ts", "../../sandbox/src/world"],
  ["packages/react/src/i.ts", "../../storefront/src/index"],
  ["packages/sandbox/src/u.ts", "../../../src/lease-service"],
  ["packages/sandbox/src/calls/v.ts", "../../../../src/lease-cart"],
  ["admin/lib/j.ts", "../../src/api/poll"],
  ["admin/components/actions/k.ts", "../../../src/modules/lease/rules/standing"],
  ["demo/l.mjs", "../src/lease-cart"],
  ["demo/m.mjs", "../scripts/run.mjs"],
  ["demo/shop/lease/n.js", "../../../src/api/types"],
])("keeps %s from importing %s", (file, other) => {
  expect(refused({ [file]: `import "${other}"\n` }, "noRestrictedImports")).toEqual([file])
})

it.each([
  ["src/index.ts", "./modules/lease/rules/announcements"],
  ["src/scripts/w.ts", "../setup/check-setup"],
  ["src/jobs/x.ts", "../setup/check-setup"],
  ["packages/sandbox/src/calls/y.ts", "../world"],
])("lets %s import %s", (file, other) => {
  expect(refused({ [file]: `import "${other}"\n` }, "noRestrictedImports")).toEqual([])
})

it("finds a circle, also one of types", () => {
  const [one, two] = [`${LEDGER}/rules/one.ts`, `${LEDGER}/rules/two.ts`]
  const files = {
    [one]: 'import type { Two } from "./two"\nexport type One = Two | null\n',
    [two]: 'import { type One } from "./one"\nexport type Two = { one: One }\n',
  }
  expect(refused(files, "noImportCycles").sort()).toEqual([one, two])
})
