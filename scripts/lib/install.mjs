import { existsSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { run } from "./child.mjs"
import { estimateFetch, readPackagesState } from "./packages.mjs"

/**
 * Sees to it that `node_modules` is what package-lock.json asks for. A complete one is left alone and the network is not
 * touched. Throws with words for a person when that cannot be had.
 *
 * @param {string} root
 */
export async function installWhenNeeded(root) {
  const before = readPackagesState(root)
  if (before.state === "complete") return
  const { packages, megabytes } = estimateFetch(before.lock, before.platform)
  console.log(
    `Installing packages, because ${before.reason}: ${packages} packages, about ${megabytes} MB to fetch unless npm has ` +
      "them in its cache; one to three minutes.",
  )
  const npm = findNpm(process.env, process.execPath, existsSync)
  const status = await run(
    npm.command,
    [...npm.args, "ci", "--include=dev", "--include=optional", "--loglevel=error"],
    {
      cwd: root,
      shell: npm.shell,
    },
  )
  if (status !== 0) {
    throw new Error(
      `npm ci ended with status ${status}; what it said is above. Nothing but node_modules was touched: run the command ` +
        "again once the cause is gone.",
    )
  }
  const after = readPackagesState(root)
  if (after.state !== "complete") {
    throw new Error(`npm ci ended well, yet ${after.reason}. Remove node_modules and run the command again.`)
  }
}

/**
 * How to start npm. npm itself tells its scripts where it is; without that it lies beside Node. Started as a Node program
 * wherever possible: on Windows `npm` is a batch file, which can only be started through a shell.
 *
 * @param {NodeJS.ProcessEnv} env
 * @param {string} node path of the running Node
 * @param {(file: string) => boolean} exists
 * @returns {{ command: string, args: string[], shell: boolean }}
 */
export function findNpm(env, node, exists) {
  const told = env.npm_execpath
  const beside = dirname(node)
  const candidates = [
    ...(told && /^npm-cli\.c?js$/.test(basename(told)) ? [told] : []),
    join(beside, "node_modules", "npm", "bin", "npm-cli.js"),
    join(beside, "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
  ]
  const cli = candidates.find(exists)
  return cli ? { command: node, args: [cli], shell: false } : { command: "npm", args: [], shell: true }
}
