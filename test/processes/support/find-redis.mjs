import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

const FOLDERS = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]

/** The text to print when tests of several processes are skipped. */
export const noRedisHint =
  "No redis-server found: install Redis, or name the program in REDIS_SERVER. Tests of several processes are skipped."

/**
 * The Redis that is installed: the one of `REDIS_SERVER`, else the first on the path and in the usual places.
 *
 * @returns {string | undefined} path of the program
 * @throws when `REDIS_SERVER` names nothing, because setting it asks for that Redis and no other
 */
export function findRedis() {
  const { PATH = "", REDIS_SERVER: named } = process.env
  if (!named) {
    const folders = [...PATH.split(delimiter).filter(Boolean), ...FOLDERS]
    return folders.map((folder) => join(folder, "redis-server")).find((path) => existsSync(path))
  }
  if (!existsSync(named)) throw new Error(`REDIS_SERVER names ${named}, where there is no program.`)
  return named
}
