import { readdirSync, readFileSync, statSync } from "node:fs"
import { join, resolve } from "node:path"

export const ROOT = resolve(__dirname, "../../..")

/** The text of a file of the repository. */
export function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8")
}

/** Every file under `folder` whose name ends in one of `endings`, as paths from the repository's root. */
export function filesUnder(folder: string, endings: string[]): string[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name !== "node_modules" && name !== "dist")
    .map((name) => `${folder}/${name}`)
    .flatMap((path) => (statSync(join(ROOT, path)).isDirectory() ? filesUnder(path, endings) : [path]))
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
}

/** The headings of a document, without their markup; code blocks have none. */
export function headings(text: string): string[] {
  return [...withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => heading.trim())
}

/** GitHub's anchor of a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(" ", "-")
}

/** The text from the heading that begins with `heading` to the next heading of the same or a higher rank. */
export function section(text: string, heading: string): string {
  const lines = text.split("\n")
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, "").startsWith(heading))
  if (start < 0) throw new Error(`There is no heading "${heading}".`)
  const rank = (lines[start] ?? "").indexOf(" ")
  const length = lines.slice(start + 1).findIndex((line) => new RegExp(`^#{1,${rank}} `).test(line))
  return lines.slice(start, length < 0 ? undefined : start + 1 + length).join("\n")
}

/** The tables in a text: each a list of rows, each a list of cells, without head and ruler. */
export function tables(text: string): string[][][] {
  const blocks = withoutCode(text).match(/(?:^\|.*\|\n?)+/gm) ?? []
  return blocks.map((block) => block.trim().split("\n").slice(2).map(cellsOf))
}

/** The texts between backticks; code blocks are left out. */
export function codes(text: string): string[] {
  return [...withoutCode(text).matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code)
}

/** The targets of a document's links. */
export function links(text: string): string[] {
  return [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target)
}

function withoutCode(text: string): string {
  return text.replace(/^```[\s\S]*?^```$/gm, "")
}

function cellsOf(row: string): string[] {
  return row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
}
