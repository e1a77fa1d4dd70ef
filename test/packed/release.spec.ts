import { spawnSync } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import getPort from "get-port"
import { Cleanup } from "../../demo/cleanup.mjs"
import { filesBelow, unpack } from "./pack-plugin.mjs"
import { begin, runToEnd } from "./programs.mjs"

const ROOT = resolve(__dirname, "../..")
/** Each with what it is made of, beside its documents. */
const PACKAGES = {
  "lease-to-own-sandbox": /^dist\/(.+\.(js|d\.ts)|dialects\/[\w-]+\.json)$/,
  "lease-to-own-storefront": /^(dist\/(.+\.(js|d\.ts)|message\.css)|style\.css)$/,
  "lease-to-own-react": /^(dist\/.+\.(js|d\.ts)|style\.css)$/,
  "medusa-plugin-lease-to-own":
    /^(?!.*\/(tests?|__tests__|node_modules)\/)(docs\/(.+\.md|openapi\.json|personal-data\.csv)|skills\/\w+\/SKILL\.md|\.medusa\/server\/src\/.+(?<!\.(spec|test))\.(js|mjs|d\.ts))$/,
}
const DOCUMENTS = ["README.md", "LICENSE", "CHANGELOG.md", "package.json"]
/** All four are compiled and packed. */
const PACKED_WITHIN_MS = 600_000

let folder: string
let dryRun: { status: number | null; output: string }
const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))
const tarballOf = (name: string) => join(folder, "to", `${name}-${VERSION}.tgz`)
const unpacked = (name: string) => join(folder, "unpacked", name)

/** A program of this repository, quietly, without a registry. */
function run(...args: string[]) {
  const env = { ...process.env, npm_config_registry: "http://127.0.0.1:9/", npm_config_fetch_retries: "0" }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env, encoding: "utf8" })
  return { status, output: stdout + stderr }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "lease-to-own-release-"))
  dryRun = run("scripts/run.mjs", "scripts/release.mjs", "--dry-run", "--skip-tests", "--to", join(folder, "to"))
  for (const name of Object.keys(PACKAGES)) await unpack(tarballOf(name), unpacked(name))
}, PACKED_WITHIN_MS)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it("a dry run finds that each package can be installed and imported, and publishes nothing", () => {
  expect(dryRun).toMatchObject({
    status: 0,
    output: expect.stringContaining("Nothing was published: this was a dry run"),
  })
})

describe.each(Object.entries(PACKAGES))("%s", (name, own) => {
  const read = (file: string) => readFileSync(join(unpacked(name), file), "utf8")

  it("the tarball contains its documents, its code with types, and nothing else", () => {
    const files = filesBelow(unpacked(name))
    expect(files).toEqual(expect.arrayContaining(DOCUMENTS))
    const others = files.filter((file) => !DOCUMENTS.includes(file))
    expect(others.filter((file) => !own.test(file))).toEqual([])
    expect(others.length).toBeGreaterThan(20)
    // Without any, the check of the types has nothing to say.
    expect(others.filter((file) => file.endsWith(".d.ts"))).not.toEqual([])
    expect(files.filter((file) => read(file).includes(ROOT))).toEqual([])
  })

  it("the SBOM beside the tarball lists its dependencies in the lock file's versions", () => {
    const { dependencies = {} } = JSON.parse(read("package.json"))
    const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"))
    const locked = (other: string) => (other in PACKAGES ? VERSION : packages[`node_modules/${other}`].version)
    const sbom = JSON.parse(readFileSync(join(folder, "to", `${name}-${VERSION}.cdx.json`), "utf8"))
    const component = { name, version: VERSION, purl: `pkg:npm/${name}@${VERSION}` }
    expect(sbom).toMatchObject({ bomFormat: "CycloneDX", metadata: { component } })
    const purls = sbom.components.map(({ purl }: { purl: string }) => purl)
    expect(purls).toEqual(Object.keys(dependencies).map((other) => `pkg:npm/${other}@${locked(other)}`))
  })
})

it("the plugin's code reads no environment variable, so there is no switch for tests, and doesn't refer to the sandbox", () => {
  const plugin = unpacked("medusa-plugin-lease-to-own")
  const code = filesBelow(plugin).filter((file) => /\.m?js$/.test(file))
  const naming = (text: string) => code.filter((file) => readFileSync(join(plugin, file), "utf8").includes(text))
  // Its commands are told by the environment whom to ask, and write files that read it.
  const isCommand = /[/](conformance|scripts[/]init|scripts[/]init-storefront)[/]/
  expect(naming("process.env").filter((file) => !isCommand.test(file))).toEqual([])
  expect(naming("lease-to-own-sandbox")).toEqual([])
})

it("the plugin's dashboard part has the lease card in its languages", () => {
  const card = readFileSync(join(unpacked("medusa-plugin-lease-to-own"), ".medusa/server/src/admin/index.mjs"), "utf8")
  const parts = ["lease-to-own.order-card", "Ready to ship.", "Listo para enviar."]
  expect(parts.filter((part) => !card.includes(part))).toEqual([])
})

/** Installs a package with its own dependencies and nothing else. Answers the path of the program of its name. */
function installAlone(name: string): string {
  const modules = join(folder, "alone", name, "node_modules")
  cpSync(unpacked(name), join(modules, name), { recursive: true })
  const { bin, dependencies } = JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8"))
  for (const other of Object.keys(dependencies))
    symlinkSync(join(ROOT, "node_modules", other), join(modules, other), "junction")
  return join(modules, name, bin[name])
}

it("the sandbox's package starts alone, and the plugin's conformance command checks it without a Medusa", async () => {
  const cleanup = new Cleanup()
  const here = { command: process.execPath, cwd: folder }
  try {
    const sandbox = installAlone("lease-to-own-sandbox")
    const ports = ["--port", String(await getPort()), "--contract-port", String(await getPort())]
    const running = begin({ ...here, args: [sandbox, ...ports], env: {} }, cleanup)
    await running.untilPrinted("Press Ctrl-C to stop", 30_000)
    const lines = [...running.output.matchAll(/^(LEASE_\w+)=(.*)$/gm)]
    const account = Object.fromEntries(lines.map(([, name, value]) => [name, value]))
    const plugin = installAlone("medusa-plugin-lease-to-own")
    const args = ["-r", join(ROOT, "test/support/no-pauses.cjs"), plugin, "conformance"]
    expect(await runToEnd({ ...here, args, env: account }, cleanup)).toContain("| 1 paths |")
  } finally {
    await cleanup.run()
  }
})
