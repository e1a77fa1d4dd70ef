import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ROOT } from "../docs/markdown"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lease-to-own-secrets-"))
  spawnSync("git", ["init", "--quiet"], { cwd: folder })
})
afterEach(() => rmSync(folder, { recursive: true }))

/** The scan of a repository with one new file. */
function scan(text: string) {
  writeFileSync(join(folder, "notes.md"), text)
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, "scripts/lib/secrets.mjs")], {
    cwd: folder,
    encoding: "utf8",
  })
  return { status, stdout }
}

// In parts, or this file would be found.
const TOKEN = ["ghp", "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"].join("_")

it("a token is found in a file that is not committed yet, and is not printed", () => {
  const { status, stdout } = scan(`one\n${TOKEN}\n`)
  expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringMatching(/^notes\.md:2: .*github\n$/) })
  expect(stdout).not.toContain(TOKEN)
})

it("a password in an address is found, and the made-up one of the samples is not", () => {
  expect(scan(`https://anna:${"s3cret"}@cdn.example.org/`).status).toBe(1)
  expect(scan("https://user:word@cdn.example.com/")).toEqual({ status: 0, stdout: "" })
})
