import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { benchProgram } from "./bench-program.mjs"
import { benchFolder, installDashboard, installPlugin, PLUGIN } from "./compiled-plugin.mjs"

/** Maximum growth of the files, in gzipped bytes. */
const MAY_GROW = 60_000

/**
 * What the plugin adds to the files of Medusa's dashboard, built for production.
 *
 * @param {import("./main.mjs").Tools} tools
 * @param {(measure: "bundle", ratio: number) => void} found
 */
export async function benchDashboard({ root, cleanup, say }, found) {
  say("Building the dashboard, with the plugin and without …")
  const folder = benchFolder(root, cleanup)
  await installDashboard(root, installPlugin(root, join(folder, "with")))
  const withPlugin = await buildDashboard(join(folder, "with"), [`${PLUGIN}/admin`])
  const without = await buildDashboard(join(folder, "without"), [])
  found("bundle", (withPlugin - without) / MAY_GROW)
}

/** @param {string} cwd @param {string[]} plugins @returns {Promise<number>} bytes of its scripts and styles, gzipped */
async function buildDashboard(cwd, plugins) {
  mkdirSync(cwd, { recursive: true })
  const building = benchProgram("building-dashboard.mjs", plugins, { cwd })
  if ((await building.exited) !== 0) throw new Error(`The dashboard was not built:\n${building.output}`)
  const built = join(cwd, "dashboard")
  const files = readdirSync(built, { recursive: true, encoding: "utf8" }).filter((file) => /\.(js|css)$/.test(file))
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(join(built, file))).length, 0)
}
