import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { checkWritable, diffOf, writeFiles } from "../../../../src/scripts/init/files"

let root: string
const at = (name: string) => join(root, name)
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "init-")))
  writeFileSync(at("config"), "old")
})
afterEach(() => rmSync(root, { recursive: true }))

const CHANGE = { before: "old", after: "new" }
const created = (name: string) => ({ path: at(name), before: undefined, after: "new" })

it("writes files, and leaves nothing else behind", () => {
  writeFiles([created(".env"), { path: at("config"), ...CHANGE }])
  expect(readdirSync(root).map((name) => readFileSync(at(name), "utf8"))).toEqual(["new", "new"])
})

it("creates files that only this user can read, and keeps the mode of others", () => {
  chmodSync(at("config"), 0o664)
  writeFiles([created(".env"), { path: at("config"), ...CHANGE }])
  expect([".env", "config"].map((name) => statSync(at(name)).mode & 0o777)).toEqual([0o600, 0o664])
})

it("writes to the file behind a link", () => {
  symlinkSync(at("config"), at("link"))
  writeFiles([{ path: at("link"), ...CHANGE }])
  expect([lstatSync(at("link")).isSymbolicLink(), readFileSync(at("config"), "utf8")]).toEqual([true, "new"])
})

it("writes nothing if one of the files was changed in the meantime, by an editor or another terminal", () => {
  const says = "config has changed in the meantime. Nothing was written. Run this again."
  expect(() => writeFiles([created(".env"), { path: at("config"), before: "older", after: "new" }])).toThrow(says)
  expect(readdirSync(root)).toEqual(["config"])
  expect(() => writeFiles([created("config")])).toThrow(says)
})

it("removes a file that it had created", () => {
  writeFiles([{ path: at("config"), before: "old", after: undefined }])
  expect(readdirSync(root)).toEqual([])
})

it("removes what a killed run has left, but not what another one is writing", () => {
  const dead = 2 ** 22 + 1
  for (const pid of [dead, process.ppid]) writeFileSync(at(`config.lease-to-own-init-${pid}`), "secret")
  writeFiles([{ path: at("config"), ...CHANGE }])
  expect(readdirSync(root)).toEqual(["config", `config.lease-to-own-init-${process.ppid}`])
})

it("refuses a read-only file, which a replacement would ignore", () => {
  const change = { path: at("config"), ...CHANGE }
  expect(() => checkWritable(change)).not.toThrow()
  chmodSync(at("config"), 0o444)
  expect(() => checkWritable(change)).toThrow("config is read-only. Nothing was changed.")
})

describe("the difference", () => {
  it("shows the changed lines and those around them", () => {
    const before = "1\n2\n3\n4\n5\n6\n7\n"
    expect(diffOf(before, before.replace("4\n", "4a\n4b\n"))).toEqual([
      "  2",
      "  3",
      "- 4",
      "+ 4a",
      "+ 4b",
      "  5",
      "  6",
    ])
  })

  it("shows several places", () => {
    expect(diffOf("a\nb\nc\nd\ne\nf\ng\n", "b\nc\nd\ne\nf\ng\nh\n")).toEqual(
      ["- a", "  b", "  c", "  f", "  g", "+ h", " "].map((line) => line.trimEnd()),
    )
  })

  it("shows nothing but changes of a file with secrets", () => {
    expect(diffOf("JWT_SECRET=a", "JWT_SECRET=a\nB=1", { around: false })).toEqual(["+ B=1"])
  })

  it("doesn't count line endings, and is empty without changes", () => {
    expect([diffOf("a\r\nb", "a\r\nb"), diffOf(undefined, "a\r\n")]).toEqual([[], ["+ a", " ".trim()]])
  })
})
