import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"

/**
 * The files of the repository at `root`, also those that are not committed yet; no pictures of pixels.
 *
 * @param {string} root
 * @returns {string[]} paths from there
 */
export function ownFiles(root) {
  const listed = ["ls-files", "--cached", "--others", "--exclude-standard"]
  const { stdout } = spawnSync("git", listed, { cwd: root, encoding: "utf8" })
  // The other name of `admin`, and what was removed and not committed, are none to read.
  return stdout
    .split("\n")
    .filter((file) => file && file !== "src/admin" && !file.endsWith(".png") && existsSync(join(root, file)))
}
