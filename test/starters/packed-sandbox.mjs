import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { freePort } from "../../demo/ports.mjs"
import { executable } from "../packed/command-line.mjs"
import { packWorkspaces } from "../packed/kit-install.mjs"
import { begin, runToEnd } from "../packed/programs.mjs"

const NAME = "lease-to-own-sandbox"
const READY_WITHIN_MS = 30_000

/** @typedef {{ baseUrl: string, username: string, password: string, contractOrigin: string }} SandboxAddress */

/**
 * Packs the sandbox, installs the tarball in an empty folder and starts it as `npx lease-to-own-sandbox` does. Ends with `cleanup`.
 *
 * @param {string} root
 * @param {string} folder an empty one
 * @param {import("../../demo/cleanup.mjs").Cleanup} cleanup
 * @returns {Promise<SandboxAddress>}
 */
export async function startPackedSandbox(root, folder, cleanup) {
  const quiet = { npm_config_loglevel: "error", npm_config_prefer_offline: "true" }
  const [tarball = ""] = await packWorkspaces(root, [NAME], folder)
  const installed = join(folder, "installed")
  mkdirSync(installed)
  writeFileSync(join(installed, "package.json"), "{}")
  await runToEnd({ ...executable("npm", ["install", tarball], installed), cwd: installed, env: quiet }, cleanup)
  const ports = ["--port", String(await freePort()), "--contract-port", String(await freePort())]
  const args = [join(installed, "node_modules", NAME, "dist", "main.js"), ...ports]
  const running = begin({ command: process.execPath, args, cwd: installed, env: {} }, cleanup)
  await running.untilPrinted("Ctrl-C stops it", READY_WITHIN_MS)
  const said = (/** @type {string} */ label) =>
    new RegExp(`^\\s*${label}\\s+(\\S.*)$`, "m").exec(running.output)?.[1]?.trim() ?? ""
  const [username = "", password = ""] = said("Credentials").split(" / ")
  return { baseUrl: said("Base URL"), username, password, contractOrigin: said("Contracts") }
}
