import { execFile } from "node:child_process"
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { KeptProcess } from "../../../demo/kept-process.mjs"
import { freePort } from "../../../demo/ports.mjs"
import { findNpm } from "../../../scripts/lib/install.mjs"

const execute = promisify(execFile)
const ROOT = resolve(__dirname, "../../..")
const PLUGIN = "medusa-plugin-lease-to-own"
const READY_WITHIN_MS = 60_000
/** Packages of this repository itself; a store that installed the tarball has none of them. */
const OURS = [PLUGIN, "lease-to-own-sandbox", "lease-to-own-storefront"]

/** The environment of a person at a terminal: nothing of the test runner's in it. */
function terminal(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _options, NODE_ENV: _env, JEST_WORKER_ID: _worker, ...rest } = process.env
  return { ...rest, MEDUSA_DISABLE_TELEMETRY: "1", NO_COLOR: "1", LOG_LEVEL: "info", ...more }
}

/** Builds the plugin and packs it as `npm pack` does. Answers the tarball and the paths of the files in it. */
export async function packPlugin(folder: string): Promise<{ tarball: string; files: string[] }> {
  await execute(process.execPath, [cliOf(ROOT), "plugin:build"], { cwd: ROOT, env: terminal() })
  const npm = findNpm(process.env, process.execPath, existsSync)
  const args = [...npm.args, "pack", "--ignore-scripts", "--json", "--pack-destination", folder]
  const { stdout } = await execute(npm.command, args, { cwd: ROOT, env: terminal(), shell: npm.shell })
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[]
  if (!packed) throw new Error("npm pack made nothing.")
  return { tarball: join(folder, packed.filename), files: packed.files.map(({ path }) => path) }
}

/** A store's folder in the place for temporary files, with the packed plugin installed beside the packages that a store has. */
export class PackedApp {
  /** Without links on the way, as the programs in it see it. */
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "lease-to-own-store-")))
  readonly plugin = join(this.folder, "node_modules", PLUGIN)
  private store: KeptProcess | undefined

  /**
   * Installs as npm would: the tarball unpacked, everything else where it can be found.
   *
   * @param config text of medusa-config.ts; the dashboard, which would have to be built, is switched off around it
   */
  async install(tarball: string, config: string): Promise<void> {
    mkdirSync(this.plugin, { recursive: true })
    await execute("tar", ["-xzf", tarball, "-C", this.plugin, "--strip-components=1"])
    for (const name of readdirSync(join(ROOT, "node_modules"))) {
      if (name.startsWith(".") || OURS.includes(name)) continue
      symlinkSync(join(ROOT, "node_modules", name), join(this.folder, "node_modules", name), "junction")
    }
    const files = {
      "package.json": JSON.stringify({
        name: "store",
        version: "1.0.0",
        dependencies: { "@medusajs/medusa": "*", [PLUGIN]: "*" },
      }),
      "tsconfig.json": JSON.stringify({
        compilerOptions: { target: "ES2022", module: "Node16", moduleResolution: "Node16", esModuleInterop: true },
        "ts-node": { swc: true },
      }),
      "from-readme.ts": config,
      "medusa-config.ts": 'module.exports = { ...require("./from-readme"), admin: { disable: true } }\n',
    }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.folder, name), text)
  }

  /** Those of the packages that the store's own code could load. */
  async found(packages: string[]): Promise<string[]> {
    const program = `for (const name of process.argv.slice(1))
      try { require.resolve(name + "/package.json"), console.log(name) } catch {}`
    const { stdout } = await execute(process.execPath, ["-e", program, ...packages], {
      cwd: this.folder,
      env: terminal(),
    })
    return stdout.trim().split("\n")
  }

  /** Runs a command of Medusa's to its end. Throws with what it printed when it fails. */
  async medusa(args: string[], env: Record<string, string>): Promise<void> {
    await execute(process.execPath, [cliOf(this.folder), ...args], { cwd: this.folder, env: terminal(env) })
  }

  /** Starts the store on a free port and answers its address. */
  async start(env: Record<string, string>): Promise<string> {
    const port = await freePort()
    this.store = new KeptProcess({
      command: process.execPath,
      args: [cliOf(this.folder), "start", "-H", "127.0.0.1", "-p", String(port)],
      cwd: this.folder,
      env: terminal({ NODE_ENV: "development", ...env }),
      stopSignal: "SIGTERM",
      abandonSignal: "SIGKILL",
      graceMs: 10_000,
    })
    await this.store.untilPrinted(`Server is ready on port: ${port}`, READY_WITHIN_MS)
    return `http://127.0.0.1:${port}`
  }

  async remove(): Promise<void> {
    await this.store?.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function cliOf(folder: string): string {
  return join(folder, "node_modules", "@medusajs", "cli", "cli.js")
}
