import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { absoluteLinks } from "../../../scripts/lib/release/absolute-links.mjs"
import { readReleased, repositoryAddress } from "../../../scripts/lib/release/released.mjs"
import { filesUnder, ROOT, read } from "../docs/markdown"

const released = readReleased(ROOT)
const address = repositoryAddress(ROOT)
const plugin = JSON.parse(read("package.json"))

describe.each(released.map(({ folder, manifest }) => [manifest.name, folder, manifest] as const))(
  "%s",
  (_, folder, it_) => {
    it("says where it comes from, with the address of the root's package.json", () => {
      const below = folder === "." ? {} : { directory: folder }
      expect(it_).toMatchObject({
        author: "the contributors",
        license: "MIT",
        repository: { type: "git", url: `git+${address}.git`, ...below },
        homepage: `${address}${folder === "." ? "" : `/tree/main/${folder}`}#readme`,
        bugs: { url: `${address}/issues` },
      })
    })

    it("is published for everybody, with a proof of where it was built, for Node or for browsers", () => {
      expect(it_.publishConfig).toEqual({ access: "public", provenance: true })
      expect(it_.private).toBeUndefined()
      expect(it_.files).toContain("CHANGELOG.md")
      expect(it_.engines).toEqual(/storefront|react/.test(folder) ? undefined : plugin.engines)
    })

    it("has the version of the others, and depends on them in that version", () => {
      expect(it_.version).toBe(plugin.version)
      const names = released.map(({ manifest }) => manifest.name)
      const own = Object.entries({ ...it_.dependencies, ...it_.peerDependencies }).filter(([name]) =>
        names.includes(name),
      )
      expect(own.filter(([, version]) => version !== plugin.version)).toEqual([])
    })
  },
)

it("every package of this repository that npm does not keep private is released", () => {
  const folders = [".", ...(plugin.workspaces as string[])]
  const isPublic = (folder: string) => !JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")).private
  expect(folders.filter(isPublic).sort()).toEqual(released.map(({ folder }) => folder).sort())
})

it("the plugin opens what is documented, and what Medusa asks a plugin for", () => {
  expect(Object.keys(plugin.exports)).toEqual([
    ".",
    "./workflows",
    "./admin-client",
    "./providers/lease-to-own",
    "./modules/lease",
    "./.medusa/server/src/modules/lease",
    "./admin",
    "./package.json",
  ])
})

it("no other file has an address of the repository of its own", () => {
  const host = new URL(address).host
  const files = ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", ".github", "docs", "packages"].flatMap(
    (path) =>
      /\.md$/.test(path)
        ? [path]
        : existsSync(join(ROOT, path))
          ? filesUnder(path, [".md", ".yml", ".ts", ".tsx"])
          : [],
  )
  const urls = files.flatMap((file) =>
    [...read(file).matchAll(/https?:\/\/[^\s)"'`<>]+/g)].map(([url]) => [file, url] as const),
  )
  const own = urls.filter(([, url]) => url.includes(host) || /medusa-plugin-lease-to-own/.test(url))
  expect(own.filter(([, url]) => !url.startsWith(address))).toEqual([])
})

describe("a README on npm's page", () => {
  const at = { address: "https://git.example/a/b", tag: "v1.2.3", folder: "packages/react" }

  it.each([
    ["[a](../storefront/README.md#b)", "[a](https://git.example/a/b/blob/v1.2.3/packages/storefront/README.md#b)"],
    ["![a](../../docs/pictures/a.png)", "![a](https://git.example/a/b/raw/v1.2.3/docs/pictures/a.png)"],
    [
      "[`[a]`](../../docs/a.md), [b](b.md)",
      "[`[a]`](https://git.example/a/b/blob/v1.2.3/docs/a.md), [b](https://git.example/a/b/blob/v1.2.3/packages/react/b.md)",
    ],
    ["[a](#here), [b](https://medusajs.com)", "[a](#here), [b](https://medusajs.com)"],
    ["```js\nconst a = b[c](d.e)\n```", "```js\nconst a = b[c](d.e)\n```"],
  ])("shows %j", (written, shown) => {
    expect(absoluteLinks(written, at)).toBe(shown)
  })
})
