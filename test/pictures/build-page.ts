import { execFile } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { promisify } from "node:util"

/**
 * Builds the page of `page.tsx` in a process of its own: bundlers are ES modules and hungry.
 *
 * @throws with the bundler's words when the page does not build
 */
export async function buildPage(folder: string): Promise<void> {
  const bundler = createRequire(require.resolve("@medusajs/admin-bundler"))
  const vite = join(dirname(bundler.resolve("vite/package.json")), "bin/vite.js")
  const config = join(__dirname, "vite.config.ts")
  const env = { ...process.env, NODE_ENV: "production", NODE_OPTIONS: "" }
  await promisify(execFile)(process.execPath, [vite, "build", "--config", config, "--outDir", folder], { env })
}
