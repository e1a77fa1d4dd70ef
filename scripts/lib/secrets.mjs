/** Looks for keys, tokens and passwords in the files of the repository. Run as a program, it prints each place, not the secret, and fails. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { lintSource } from "@secretlint/core"
import { creator } from "@secretlint/secretlint-rule-preset-recommend"
import { ownFiles } from "./own-files.mjs"

/** Made up, and meant to be read. */
const SAMPLES = ["postgres://postgres:postgres@localhost:5432/postgres", "https://user:word@cdn.example.com"]

/**
 * Every place in the repository at `root`: `file:line: kind`. New files count before they are committed.
 *
 * @param {string} root
 * @returns {Promise<string[]>}
 */
export async function secretsIn(root) {
  const found = []
  for (const file of ownFiles(root)) found.push(...(await secretsOf(file, readFileSync(join(root, file), "utf8"))))
  return found
}

/** @param {string} file its name @param {string} content @returns {Promise<string[]>} */
export async function secretsOf(file, content) {
  const { messages } = await lintSource({
    source: { filePath: file, content, contentType: "text" },
    options: { config: { rules: [{ id: "recommended", rule: creator }] } },
  })
  return messages
    .filter(({ range }) => !SAMPLES.some((sample) => content.slice(...range).includes(sample)))
    .map(({ loc, ruleId }) => `${file}:${loc.start.line}: ${ruleId}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = await secretsIn(process.cwd())
  for (const place of found) console.log(place)
  process.exitCode = found.length > 0 ? 1 : 0
}
