import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { basename, dirname, join } from "node:path"

/** A file to write. `before` is undefined if it doesn't exist yet, and `after` if it is to be removed. */
export type FileChange = { path: string; before: string | undefined; after: string | undefined }

export function readText(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined
}

/** Throws if a file is read-only. Replacing it would ignore that. */
export function checkWritable({ path, before }: FileChange): void {
  if (before === undefined) return
  const isLocked = (statSync(path).mode & 0o222) === 0
  try {
    if (isLocked) throw new Error()
    accessSync(path, constants.W_OK)
  } catch {
    throw new Error(`${basename(path)} is read-only. Nothing was changed.`)
  }
}

const UNFINISHED = ".lease-to-own-init-"

/**
 * Writes files in this order, each one completely or not at all. Throws before writing any of them if one has changed since it was read. A link to a
 * file stays a link. By default, new files are readable by this user only.
 */
export function writeFiles(changes: readonly FileChange[], { mode = 0o600 } = {}): void {
  const changed = changes.find(({ path, before }) => readText(path) !== before)
  if (changed)
    throw new Error(`${basename(changed.path)} has changed in the meantime. Nothing was written. Run this again.`)
  for (const change of changes) removeLeftOvers(change.path)
  const ready = changes.map(({ path, before, after }) => {
    const target = before === undefined ? path : realpathSync(path)
    if (after === undefined) return () => rmSync(target)
    const unfinished = `${target}${UNFINISHED}${process.pid}`
    writeFileSync(unfinished, after, { mode })
    if (before !== undefined) chmodSync(unfinished, statSync(target).mode)
    return () => renameSync(unfinished, target)
  })
  for (const write of ready) write()
}

/** Removes what a run that was killed has left. It may hold a password. */
function removeLeftOvers(path: string): void {
  const target = existsSync(path) ? realpathSync(path) : path
  const begins = basename(target) + UNFINISHED
  for (const name of readdirSync(dirname(target))) {
    const [, pid] = name.startsWith(begins) ? name.split(UNFINISHED) : []
    if (pid && !isRunning(Number(pid))) rmSync(join(dirname(target), name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/** How many unchanged lines are shown around a change. */
const AROUND = 2

/** Returns the lines that differ, with `+` or `-`, and some around them. `around` is false for files whose other lines may be secret. */
export function diffOf(before = "", after = "", { around = true } = {}): string[] {
  const lines = compareLines(before.split(/\r?\n/), after.split(/\r?\n/))
  const isNear = (at: number) => lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ sign }) => sign !== " ")
  return lines.flatMap(({ sign, text }, at) =>
    sign !== " " || (around && isNear(at)) ? `${sign} ${text}`.trimEnd() : [],
  )
}

type DiffLine = { sign: " " | "+" | "-"; text: string }

/** Compares two texts line by line, by their longest common subsequence. */
function compareLines(a: readonly string[], b: readonly string[]): DiffLine[] {
  const longest = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0))
  const at = (i: number, j: number) => longest[i]?.[j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (longest[i] as number[])[j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const lines: DiffLine[] = []
  for (let [i, j] = [0, 0]; i < a.length || j < b.length; ) {
    if (i < a.length && a[i] === b[j]) lines.push({ sign: " ", text: a[i++] ?? "" }) && j++
    else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1)))
      lines.push({ sign: "-", text: a[i++] ?? "" })
    else lines.push({ sign: "+", text: b[j++] ?? "" })
  }
  return lines
}
