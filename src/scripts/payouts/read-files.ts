import { basename } from "node:path"
import { type Columns, placeOf, ROLES, type Role } from "./columns"
import { cellOf, isTotal, isWhole, type Layout, type PayoutLine, Repetitions, readLine } from "./lines"
import { findHeader, type Header, rowsOf } from "./read-file"
import { resolveColumns, type Settings, withAmountIs } from "./settings"
import { type Style, StyleEvidence } from "./style"
import { Unreadable } from "./unreadable"

type File = { file: string; header: Header; layout: Layout }

/** Files whose columns and style are known. */
export type Surveyed = { files: File[]; settings: Settings; style: Style }

/** The maximum number of unreadable lines to name in an error. */
const NAMED = 10

type Wish = { settings: Settings; isKept: boolean; unused: readonly Role[] }

/** Finds the columns of all files, and determines from all their lines how amounts, dates and fees are written. Throws if anything is unclear. */
export async function survey(paths: readonly string[], { settings: given, isKept, unused }: Wish): Promise<Surveyed> {
  const wish = { settings: given, guess: !isKept, unused }
  const files: File[] = []
  let columns: Columns = {}
  for (const [place, file] of paths.entries()) {
    // The columns guessed from the first file apply to all files.
    const own = place === 0 ? wish : { settings: { ...given, ...columns }, guess: false, unused }
    const { found, nearest } = await findHeader(file, (headers) => resolveColumns(headers, own) !== null)
    if (!found) throw new Unreadable(missingColumns(file, nearest, own.settings))
    const resolved = resolveColumns(found.headers, own)
    const unclear = resolved?.unclear ?? []
    if (unclear.length) throw new Unreadable(unclearColumns(file, found.headers, unclear))
    columns = resolved?.columns ?? columns
    files.push({ file, header: found, layout: layoutOf(found.headers, columns) })
  }
  const evidence = new StyleEvidence()
  for (const { file, header, layout } of files)
    for await (const row of rowsOf(file, header)) {
      if (!isWhole(row, layout) || isTotal(row, layout)) continue
      const cell = (role: Role) => cellOf(row, layout, role)
      evidence.add({ amount: cell("amount"), fee: cell("fee"), date: cell("date") }, file, row.line)
    }
  return { files, ...evidence.decide(withAmountIs({ ...given, ...columns })) }
}

function layoutOf(headers: readonly string[], columns: Columns): Layout {
  const places = Object.entries(columns).map(([role, name]) => [role, placeOf(name, headers) ?? undefined])
  // Don't count empty columns at the end, which extra delimiters in the header add.
  return { places: Object.fromEntries(places), width: headers.length - [...headers].reverse().findIndex(Boolean) }
}

function missingColumns(file: string, headers: readonly string[], settings: Settings): string {
  const lost = ROLES.flatMap((role) => {
    const name = settings[role]
    return name !== undefined && placeOf(name, headers) === null ? `${role} "${name}"` : []
  })
  return [
    lost.length
      ? `${basename(file)} has no column for ${lost.join(", ")}, or more than one.`
      : `The columns of ${basename(file)} can't be identified by their names.`,
    listed(headers),
    'Specify the columns: --lease "…" (the operator\'s ID or our reference) or --order "…" (the order\'s number), --amount "…",',
    'and if there are such columns, --fee "…", --date "…", --line "…" (the operator\'s ID for the line) and --reason "…".',
  ].join("\n")
}

function unclearColumns(file: string, headers: readonly string[], unclear: readonly Role[]): string {
  const roles = unclear.map((role) => `--${role} "…" or --${role} none`)
  return [
    `In ${basename(file)}, more than one column could be the ${unclear.join(" and the ")}. Add ${roles.join(", ")}.`,
    listed(headers),
  ].join("\n")
}

function listed(headers: readonly string[]): string {
  return `It has: ${headers
    .filter(Boolean)
    .map((header) => JSON.stringify(header))
    .join(", ")}.`
}

/** A line to compare, and its file's name. */
export type ReadLine = PayoutLine & { file: string }

/** Reads the files' lines, and keeps what the report says about them. */
export class Reading {
  counted = 0
  first: string | null = null
  last: string | null = null
  repeated = 0
  readonly totals: string[] = []
  readonly broken: string[] = []
  brokenCount = 0
  private readonly repetitions = new Repetitions()
  readonly reused: ReadonlySet<string> = this.repetitions.reused

  constructor(private readonly surveyed: Surveyed) {}

  /** Yields each line that counts, once. Throws at the end if any line can't be read, because the sums would be wrong without it. */
  async *lines(): AsyncGenerator<ReadLine> {
    const { files, settings, style } = this.surveyed
    for (const { file, header, layout } of files) {
      this.repetitions.startFile()
      const name = basename(file)
      for await (const row of rowsOf(file, header)) {
        if (isTotal(row, layout)) {
          this.totals.push(`${name} line ${row.line}`)
          continue
        }
        const line = readLine(row, layout, settings, style)
        if (typeof line === "string") this.refuse(`${name} line ${row.line}: ${line}`)
        else if (this.repetitions.isRepeated(line, row)) this.repeated += 1
        else if (!this.brokenCount) yield this.count({ ...line, file: name })
      }
    }
    if (this.brokenCount) throw new Unreadable(this.brokenText())
  }

  private count(line: ReadLine): ReadLine {
    this.counted += 1
    const { day } = line
    if (day && (!this.first || day < this.first)) this.first = day
    if (day && (!this.last || day > this.last)) this.last = day
    return line
  }

  private refuse(why: string): void {
    this.brokenCount += 1
    if (this.broken.length < NAMED) this.broken.push(why)
  }

  private brokenText(): string {
    const more = this.brokenCount - this.broken.length
    return [
      `${this.brokenCount} lines can't be read, so nothing was compared:`,
      ...this.broken.map((line) => `  ${line}`),
      ...(more ? [`  and ${more} more`] : []),
      "Correct these lines, or the columns' names, and run this again.",
    ].join("\n")
  }
}
