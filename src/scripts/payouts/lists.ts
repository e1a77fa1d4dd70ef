import { randomUUID } from "node:crypto"
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from "node:fs"
import { join } from "node:path"
import { Unreadable } from "./unreadable"

export type Cell = string | number | null

/** How many characters are written at a time. */
const PART = 65_536

/** Writes lists as CSV files into a folder, which appears once all of them are complete. */
export class Lists {
  private readonly unfinished: string
  private readonly files = new Map<string, { descriptor: number; unwritten: string }>()

  /** @param columns the names of each list's columns */
  constructor(
    private readonly folder: string,
    columns: Record<string, readonly string[]>,
  ) {
    if (existsSync(folder) && readdirSync(folder).length)
      throw new Unreadable("The folder after --to isn't empty. Choose a new one.")
    this.unfinished = `${folder}.${randomUUID()}.part`
    mkdirSync(this.unfinished, { recursive: true })
    for (const [list, names] of Object.entries(columns)) {
      this.files.set(list, { descriptor: openSync(join(this.unfinished, `${list}.csv`), "wx"), unwritten: "" })
      this.add(list, names)
    }
  }

  add(list: string, cells: readonly Cell[]): void {
    const file = this.files.get(list)
    if (!file) throw new Error(`There is no list ${list}.`)
    file.unwritten += csvLine(cells)
    if (file.unwritten.length < PART) return
    writeSync(file.descriptor, file.unwritten)
    file.unwritten = ""
  }

  finish(): void {
    for (const { descriptor, unwritten } of this.files.values()) writeSync(descriptor, unwritten)
    this.close()
    if (existsSync(this.folder)) rmdirSync(this.folder)
    renameSync(this.unfinished, this.folder)
  }

  drop(): void {
    this.close()
    rmSync(this.unfinished, { recursive: true, force: true })
  }

  private close(): void {
    for (const { descriptor } of this.files.values()) closeSync(descriptor)
    this.files.clear()
  }
}

/** Formats a line (RFC 4180). Adds an apostrophe before text that a spreadsheet would read as a formula, but not before a negative number. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`
}

function csvCell(cell: Cell): string {
  const text = cell === null ? "" : String(cell)
  const harmless = /^[=+\-@\t\r\n]/.test(text) && !/^-\d+(\.\d\d)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
