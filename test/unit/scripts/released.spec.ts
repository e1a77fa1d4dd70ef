import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { FOLDERS } from "../../../scripts/lib/release.mjs"
import { filesUnder, ROOT, read } from "../docs/markdown"

const released = FOLDERS.map((folder) => ({ folder, manifest: JSON.parse(read(join(folder, "package.json"))) }))
const plugin = JSON.parse(read("package.json"))
/** Only the root's package.json defines it; others repeat it. */
const address: string = plugin.homepage.replace("#readme", "")

describe.each(released.map(({ folder, manifest }) => [manifest.name, folder, manifest] as const))(
  "%s",
  (_, folder, it_) => {
    it("names its repository, with the address of the root's package.json: npm's page resolves a README's relative links there", () => {
      const below = folder === "." ? {} : { directory: folder }
      expect(it_).toMatchObject({
        author: "the contributors",
        license: "MIT",
        repository: { type: "git", url: `git+${address}.git`, ...below },
        homepage: `${address}${folder === "." ? "" : `/tree/main/${folder}`}#readme`,
        bugs: { url: `${address}/issues` },
      })
    })

    it("is public, with provenance, for Node or for browsers", () => {
      expect(it_.publishConfig).toEqual({ access: "public", provenance: true })
      expect(it_.private).toBeUndefined()
      expect(it_.files).toContain("CHANGELOG.md")
      expect(it_.engines).toEqual(/storefront|react/.test(folder) ? undefined : plugin.engines)
    })

    it("has the others' version, and depends on that version of them", () => {
      expect(it_.version).toBe(plugin.version)
      const names = released.map(({ manifest }) => manifest.name)
      const own = Object.entries({ ...it_.dependencies, ...it_.peerDependencies }).filter(([name]) =>
        names.includes(name),
      )
      expect(own.filter(([, version]) => version !== plugin.version)).toEqual([])
    })
  },
)

it("every package of this repository that isn't private is released", () => {
  const folders = [".", ...(plugin.workspaces as string[])]
  const isPublic = (folder: string) => !JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")).private
  expect(folders.filter(isPublic).sort()).toEqual(released.map(({ folder }) => folder).sort())
})

it("the plugin exports what is documented and what Medusa needs of a plugin", () => {
  expect(Object.keys(plugin.exports)).toEqual([
    ".",
    "./workflows",
    "./admin-client",
    "./providers/lease-to-own",
    "./providers/lease-tax",
    "./modules/lease",
    "./.medusa/server/src/modules/lease",
    "./admin",
    "./package.json",
  ])
})

it("no other file has its own address of the repository", () => {
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
