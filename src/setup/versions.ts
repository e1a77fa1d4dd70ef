import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const NAME = "medusa-plugin-lease-to-own"

/** The versions that run. */
export function versions(): { plugin: string; medusa: string } {
  return { plugin: ownVersion(__dirname), medusa: require("@medusajs/medusa/package.json").version }
}

/** The sources and the compiled package lie at different depths below the package's own file. */
function ownVersion(folder: string): string {
  const { name, version } = manifestIn(folder)
  if (name === NAME && version) return version
  return dirname(folder) === folder ? "unknown" : ownVersion(dirname(folder))
}

function manifestIn(folder: string): { name?: string; version?: string } {
  try {
    return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  } catch {
    return {}
  }
}
