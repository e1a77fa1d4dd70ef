import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { obstacles, publishMissing, takenNames } from "../../../scripts/lib/release.mjs"

const READY = {
  version: "1.2.3",
  homepage: "https://github.com/a/b#readme",
  changelog: "# Changelog\n\n## 1.2.3\n\nNew.\n",
  uncommitted: [],
  tags: ["v1.2.3"],
  onMain: true,
}

it.each([
  ["has changes that are not committed", { uncommitted: ["README.md"] }, "uncommitted changes: README.md"],
  ["is not on main", { onMain: false }, "not on main"],
  ["has no tag", { tags: [] }, "no tag v1.2.3"],
  ["has the tag of another version", { tags: ["v1.2.4"] }, "no tag v1.2.3"],
  ["is not in the changelog", { changelog: "## 1.2.30\n" }, 'no heading "## 1.2.3"'],
  ["has no address", { homepage: "https://git.example/a/b#readme" }, "is a placeholder"],
])("a commit may not be released when it %s", (_, fact, text) => {
  expect(obstacles(READY)).toEqual([])
  expect(obstacles({ ...READY, ...fact })).toEqual([expect.stringContaining(text)])
})

describe("npm's registry", () => {
  const folder = mkdtempSync(join(tmpdir(), "lease-to-own-publishing-"))
  const repository = { url: "git+https://github.com/a/b.git" }
  const packed = (name: string) => ({
    manifest: { name, version: "1.2.3", repository },
    tarball: join(folder, `${name}-1.2.3.tgz`),
  })
  const all = [packed("one"), packed("two")] as const
  const before = { ...process.env }
  let server: Server
  /** The registry's packages, the repository that they name, and the registry's response status. */
  let there: string[]
  let named: object | undefined
  let broken: number | undefined

  beforeAll(async () => {
    server = createServer((request, answer) => {
      const name = request.url?.slice(1) ?? ""
      const versions = { "1.2.3": { name, version: "1.2.3", dist: {}, repository: named } }
      const found = { name, "dist-tags": { latest: "1.2.3" }, versions }
      request.resume().on("end", () => {
        if (request.method === "PUT" && !broken) there.push(name)
        answer.writeHead(broken ?? (there.includes(name) ? 200 : 404)).end(JSON.stringify(found))
      })
    })
    await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done))
    const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    Object.assign(process.env, {
      npm_config_registry: registry,
      [`npm_config_${registry.slice("http:".length)}:_authToken`]: "any",
      npm_config_fetch_retries: "0",
      npm_config_cache: join(folder, "cache"),
    })
    const [, { manifest }] = all
    writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, publishConfig: { registry } }))
    execFileSync("npm", ["pack"], { cwd: folder, stdio: "ignore" })
  })
  afterAll(() => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name]
    Object.assign(process.env, before)
    server.close()
    rmSync(folder, { recursive: true })
  })

  beforeEach(() => {
    there = ["one"]
    named = repository
    broken = undefined
  })

  it("gets only what it lacks", async () => {
    await publishMissing(all)
    expect(there).toEqual(["one", "two"])
  })

  it("gets nothing after an unclear response, which doesn't mean that something is missing", async () => {
    broken = 401
    await expect(publishMissing(all)).rejects.toThrow("gave no clear answer about one@1.2.3")
  })

  const manifests = all.map(({ manifest }) => manifest)
  it("leaves us a name that no package has, or one of this repository", async () => {
    expect(await takenNames(manifests)).toEqual([])
  })

  it.each([
    ["another", { url: "git+https://github.com/c/d.git" }, "one on npm names git+https://github.com/c/d.git instead"],
    ["none", undefined, "one on npm names no repository instead"],
  ])("has a name that isn't ours when its package names %s", async (_, theirs, text) => {
    named = theirs
    expect(await takenNames(manifests)).toEqual([expect.stringContaining(text)])
  })

  it("stops the release of each name after an unclear response", async () => {
    broken = 401
    const unclear = ["one", "two"].map((name) => expect.stringContaining(`gave no clear answer about ${name}:`))
    expect(await takenNames(manifests)).toEqual(unclear)
  })
})
