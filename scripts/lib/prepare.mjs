import { join } from "node:path"
import { compile, needsCompiling, WORKSPACES } from "./compile.mjs"
import { withFolderLock } from "./folder-lock.mjs"
import { installWhenNeeded } from "./install.mjs"
import { readPackagesState } from "./packages.mjs"

/**
 * Brings a checkout to the point where any script can run: packages installed, workspaces compiled. When nothing is to be
 * done this is a look at the disk. One process at a time does the work; the others wait and then look again.
 *
 * @param {string} root
 * @param {{ mustCompile: boolean }} options `false`: a compiler's complaint is left to the type checks of the test command
 */
export async function prepare(root, { mustCompile }) {
  const outdated = () => WORKSPACES.filter((name) => needsCompiling(join(root, name)))
  if (readPackagesState(root).state === "complete" && outdated().length === 0) return
  const wait = () => console.log("Another run is preparing this folder; waiting for it.")
  await withFolderLock(join(root, ".cache", "prepare.lock"), wait, async () => {
    await installWhenNeeded(root)
    for (const name of outdated()) {
      const complaint = await compile(root, name)
      if (complaint && mustCompile) throw new Error(`${name}/ does not compile:\n${complaint}`)
    }
  })
}
