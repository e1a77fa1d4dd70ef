import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { needsCompiling } from "../../../scripts/lib/compile.mjs"

const OLD = new Date("2024-01-01T00:00:00Z")
const COMPILED = new Date("2024-01-02T00:00:00Z")
const NEW = new Date("2024-01-03T00:00:00Z")

/** A workspace compiled after its last change. */
function compiledWorkspace(): string {
  const workspace = mkdtempSync(join(tmpdir(), "lease-to-own-workspace-"))
  for (const folder of ["src/deep", "dist"]) mkdirSync(join(workspace, folder), { recursive: true })
  const files = ["src/index.ts", "src/deep/part.ts", "package.json", "tsconfig.json"]
  for (const file of [...files, "dist/.compiled"]) writeFileSync(join(workspace, file), "")
  for (const path of [...files, "src/deep", "src"]) utimesSync(join(workspace, path), OLD, OLD)
  utimesSync(join(workspace, "dist/.compiled"), COMPILED, COMPILED)
  return workspace
}

describe("whether a workspace has to be compiled", () => {
  let workspace: string
  beforeEach(() => {
    workspace = compiledWorkspace()
  })
  afterEach(() => rmSync(workspace, { recursive: true }))

  it("does not when nothing has changed", () => {
    expect(needsCompiling(workspace)).toBe(false)
  })

  it("does without dist", () => {
    rmSync(join(workspace, "dist"), { recursive: true })
    expect(needsCompiling(workspace)).toBe(true)
  })

  it("does when the last compilation was not finished", () => {
    rmSync(join(workspace, "dist/.compiled"))
    expect(needsCompiling(workspace)).toBe(true)
  })

  it.each(["src/index.ts", "src/deep/part.ts", "package.json", "tsconfig.json"])("does when %s is newer", (file) => {
    utimesSync(join(workspace, file), NEW, NEW)
    expect(needsCompiling(workspace)).toBe(true)
  })

  it("does when a source was deleted", () => {
    rmSync(join(workspace, "src/deep/part.ts"))
    expect(needsCompiling(workspace)).toBe(true)
  })
})
