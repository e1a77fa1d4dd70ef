import { posix } from "node:path"

/** A link or a picture of Markdown; the target is the last group but one. */
const LINK = /(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g
const CODE_BLOCK = /^(```[\s\S]*?^```)$/gm

/**
 * A document as it can be read outside of the repository, on npm's page for one: its links to files become absolute, at the tag of the release, so
 * that those of an old version still lead to the pages of that version.
 *
 * @param {string} text
 * @param {{ address: string, tag: string, folder: string }} at `folder`: the document's, from the repository's root
 */
export function absoluteLinks(text, { address, tag, folder }) {
  const absolute = (/** @type {string} */ target, /** @type {boolean} */ isPicture) => {
    if (/^(?:[a-z]+:|#)/.test(target)) return target
    const [file = "", anchor] = target.split("#")
    const path = posix.join(folder, file)
    return `${address}/${isPicture ? "raw" : "blob"}/${tag}/${path}${anchor === undefined ? "" : `#${anchor}`}`
  }
  const linked = (/** @type {string} */ prose) =>
    prose.replace(LINK, (_, mark, words, target) => `${mark}[${words}](${absolute(target, mark === "!")})`)
  return text
    .split(CODE_BLOCK)
    .map((part) => (part.startsWith("```") ? part : linked(part)))
    .join("")
}
