import { spawnSync } from "node:child_process"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { isPublished, obstacles, publishMissing, testsOf } from "../../../scripts/lib/release.mjs"
import { ROOT } from "../docs/markdown"

const READY = {
  version: "1.2.3",
  homepage: "https://github.com/a/b#readme",
  changelog: "# Changelog\n\n## 1.2.3\n\nNew.\n",
  uncommitted: [],
  tags: ["v1.2.3"],
  onMain: true,
}

describe("a commit", () => {
  it.each([
    ["has changes that are not committed", { uncommitted: ["README.md"] }, "uncommitted changes: README.md"],
    ["is not on main", { onMain: false }, "not on main"],
    ["has no tag", { tags: [] }, "no tag v1.2.3"],
    ["has the tag of another version", { tags: ["v1.2.4"] }, "no tag v1.2.3"],
    ["is not in the changelog", { changelog: "## 1.2.30\n" }, 'no heading "## 1.2.3"'],
    ["has no address", { homepage: "https://git.example/a/b#readme" }, "is a placeholder"],
  ])("may not be released when it %s", (_, fact, text) => {
    expect(obstacles(READY)).toEqual([])
    expect(obstacles({ ...READY, ...fact })).toEqual([expect.stringContaining(text)])
  })
})

it("is released only after every fault was gone through, with a fresh seed", () => {
  const faults = testsOf().find(([command]) => command === "test:faults")
  expect(faults).toEqual(["test:faults", "test/faults", "test/dialects/faults", "test/space"])
})

type Named = { name: string }

describe("publishing", () => {
  const all = ["sandbox", "client", "parts", "plugin"].map((name) => ({
    manifest: { name, version: "1.2.3" },
    tarball: `${name}.tgz`,
  }))

  /** A registry that has some, and to which one cannot be published. */
  function registryWith(there: string[], failing?: string) {
    const said: string[] = []
    const registry = {
      isPublished: async ({ name }: Named) => there.includes(name),
      publish: async ({ manifest: { name } }: { manifest: Named }) => {
        if (name === failing) throw new Error("503")
        there.push(name)
      },
      say: (line: string) => void said.push(line),
    }
    return { there, said, registry }
  }

  it("stops at the first that fails, and says which are there and that it can be run again", async () => {
    const { there, registry } = registryWith([], "client")
    const failure = publishMissing(all, registry)
    await expect(failure).rejects.toThrow(
      /503\nPublished: sandbox\. Missing: client, parts, plugin\. .*only what is missing/,
    )
    expect(there).toEqual(["sandbox"])
  })

  it("publishes in an order in which nothing asks for what is missing, and what is there not again", async () => {
    const { there, said, registry } = registryWith(["sandbox", "client"])
    await publishMissing(all, registry)
    expect(there).toEqual(["sandbox", "client", "parts", "plugin"])
    expect(said).toEqual([
      "sandbox 1.2.3 was already published.",
      "client 1.2.3 was already published.",
      "Published parts 1.2.3.",
      "Published plugin 1.2.3.",
    ])
  })
})

describe("a registry", () => {
  const before = process.env.npm_config_registry
  let server: Server
  let status: number
  beforeAll((done) => {
    const body = {
      name: "it",
      "dist-tags": { latest: "1.2.3" },
      versions: { "1.2.3": { name: "it", version: "1.2.3", dist: {} } },
    }
    server = createServer((_, answer) => answer.writeHead(status).end(JSON.stringify(status === 200 ? body : {})))
    server.listen(0, "127.0.0.1", () => {
      process.env.npm_config_registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      process.env.npm_config_fetch_retries = "0"
      process.env.npm_config_cache = `${ROOT}/test/.tmp/npm-cache`
      done()
    })
  })
  afterAll((done) => {
    for (const name of ["npm_config_registry", "npm_config_fetch_retries", "npm_config_cache"]) delete process.env[name]
    if (before !== undefined) process.env.npm_config_registry = before
    server.close(() => done())
  })

  it("has a version, or has it not, or does not know the package", async () => {
    status = 200
    expect(await isPublished({ name: "it", version: "1.2.3" })).toBe(true)
    expect(await isPublished({ name: "it", version: "1.2.4" })).toBe(false)
    status = 404
    expect(await isPublished({ name: "another", version: "1.2.3" })).toBe(false)
  })

  it("that cannot answer is not taken for one that has nothing", async () => {
    status = 401
    await expect(isPublished({ name: "third", version: "1.2.3" })).rejects.toThrow(
      "gave no clear answer about third 1.2.3",
    )
  })
})

it("npm publish in a folder publishes nothing", () => {
  const { status, stderr } = spawnSync(process.execPath, ["scripts/not-by-hand.mjs"], { cwd: ROOT, encoding: "utf8" })
  expect([status, stderr]).toEqual([1, expect.stringContaining("npm run release")])
})
