import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"

const FOLDERS = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]

/** The text to print where tests of several processes are skipped. */
export const noRedisHint =
  "No redis-server found: install Redis, or name the program in REDIS_SERVER. Tests of several processes are skipped."

/**
 * The Redis that is installed: the one of `REDIS_SERVER`, else the first on the path and in the usual places.
 *
 * @param {{ env?: NodeJS.ProcessEnv, exists?: (path: string) => boolean }} [machine] another machine than this one, for tests
 * @returns {string | undefined} path of the program
 * @throws when `REDIS_SERVER` names nothing, because setting it asks for that Redis and no other
 */
export function findRedis({ env = process.env, exists = existsSync } = {}) {
  const named = env.REDIS_SERVER
  if (!named) {
    const folders = [...(env.PATH ?? "").split(delimiter).filter(Boolean), ...FOLDERS]
    return folders.map((folder) => join(folder, "redis-server")).find((path) => exists(path))
  }
  if (!exists(named)) throw new Error(`REDIS_SERVER names ${named}, where there is no program.`)
  return named
}
