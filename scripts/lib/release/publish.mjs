import { npm } from "./pack.mjs"

/**
 * Publishes the packages that the registry does not have in this version, one after another. A run that was cut off is ended by running it again.
 *
 * @param {import("./pack.mjs").Packed[]} all
 * @param {{ isPublished: (name: string, version: string) => Promise<boolean>, publish: (packed: import("./pack.mjs").Packed) => Promise<unknown>,
 *   say: (line: string) => void }} registry
 * @throws with what was published and what was not
 */
export async function publishMissing(all, { isPublished, publish, say }) {
  /** @type {string[]} */
  const there = []
  for (const packed of all) {
    const { name, version } = packed.manifest
    try {
      if (await isPublished(name, version)) say(`${name} ${version} was published before.`)
      else {
        await publish(packed)
        say(`Published ${name} ${version}.`)
      }
      there.push(name)
    } catch (error) {
      const missing = all.map(({ manifest }) => manifest.name).filter((other) => !there.includes(other))
      throw new Error(
        `${error instanceof Error ? error.message : error}\nOn the registry: ${there.join(", ") || "none"}. Not seen there: ${missing.join(", ")}. ` +
          "Run the same again once the cause is gone: it publishes only those that are missing.",
      )
    }
  }
}

/**
 * Asks the registry that npm is set to.
 *
 * @param {string} root @param {string} name @param {string} version
 * @returns {Promise<boolean>}
 * @throws when the registry gives no clear answer
 */
export async function isPublished(root, name, version) {
  try {
    return (await npm(["view", `${name}@${version}`, "version", "--loglevel=error"], { cwd: root })).trim() === version
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    if (/\bE404\b/.test(said)) return false
    throw new Error(`The registry did not say whether it has ${name} ${version}:\n${said}`)
  }
}

/** @param {string} root @param {import("./pack.mjs").Packed} packed */
export function publish(root, { manifest, tarball }) {
  // A version such as 1.0.0-rc.1 must not become what `npm install` takes.
  const channel = manifest.version.includes("-") ? "next" : "latest"
  return npm(["publish", tarball, "--provenance", "--access=public", `--tag=${channel}`, "--ignore-scripts"], {
    cwd: root,
  })
}
