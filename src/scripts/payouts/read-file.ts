import { createReadStream } from "node:fs"
import { basename } from "node:path"
import { pipeline } from "node:stream"
import { type Options, parse } from "csv-parse"
import { parse as parseText } from "csv-parse/sync"
import { Unreadable } from "./unreadable"

/** A record of a file, and the number of the line that it ends on. */
export type Row = { line: number; cells: string[] }

/** How many records may come before the header, such as a title and an address. */
const HEADER_WITHIN = 20
const SAMPLE_CHARS = 65_536
const DELIMITERS = [",", ";", "\t"]
/** Limits a record, because an unclosed quotation mark would otherwise read the whole file into memory. */
const LONGEST_RECORD = 1_000_000

const CSV: Options = {
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: true,
  max_record_size: LONGEST_RECORD,
  record_delimiter: ["\r\n", "\n", "\r"],
}

/** A file's header, the index of its record, and the delimiter of the file. */
export type Header = { headers: string[]; at: number; delimiter: string }

/**
 * Tries each delimiter, and returns the record with the most columns that `isHeader` accepts. If there is none, `nearest` is the record with the most
 * columns.
 */
export async function findHeader(
  file: string,
  isHeader: (headers: string[]) => boolean,
): Promise<{ found: Header | null; nearest: string[] }> {
  const text = await sampleOf(file)
  const all = DELIMITERS.flatMap((delimiter) =>
    recordsIn(text, delimiter).map(
      (cells, at): Header => ({ headers: cells.map((cell) => cell.trim()), at, delimiter }),
    ),
  )
  const widest = (headers: Header[]) =>
    headers.sort((one, other) => filled(other) - filled(one) || one.at - other.at)[0]
  return { found: widest(all.filter(({ headers }) => isHeader(headers))) ?? null, nearest: widest(all)?.headers ?? [] }
}

function filled({ headers }: Header): number {
  return headers.filter(Boolean).length
}

function recordsIn(text: string, delimiter: string): string[][] {
  const records: string[][] = []
  try {
    parseText(text, { ...CSV, delimiter, to: HEADER_WITHIN, onRecord: (record) => void records.push(record) })
  } catch {
    // Reading the whole file later will report the error.
  }
  return records
}

async function sampleOf(file: string): Promise<string> {
  let text = ""
  for await (const part of decode(file)(createReadStream(file))) {
    text += part
    if (text.length >= SAMPLE_CHARS) break
  }
  return text
}

/** Yields a file's records after its header, except empty ones and repeated headers. */
export async function* rowsOf(file: string, { headers, at, delimiter }: Header): AsyncGenerator<Row> {
  const parser = parse({ ...CSV, delimiter, info: true })
  // The loop below throws an error from any part of the pipeline.
  pipeline(createReadStream(file), decode(file), parser, () => {})
  let [place, line] = [-1, 0]
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      place += 1
      line = info.lines
      const isData =
        record.some((cell) => cell.trim()) && record.some((cell, column) => cell.trim() !== headers[column])
      if (place > at && isData) yield { line, cells: record }
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && String(error.code).startsWith("CSV_"))) throw error
    const name = basename(file)
    throw new Unreadable(
      `${name}: a quotation mark after line ${line} is never closed. Correct the file and run this again.`,
    )
  }
}

/** Decodes UTF-8 with or without a byte order mark, and UTF-16 with one. */
function decode(file: string) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<string> {
    let decoder: TextDecoder | undefined
    for await (const part of source) {
      decoder ??= new TextDecoder(encodingOf(part, file), { fatal: true })
      yield textOf(file, () => decoder?.decode(part, { stream: true }) ?? "")
    }
    yield textOf(file, () => decoder?.decode() ?? "")
  }
}

function encodingOf(start: Buffer, file: string): string {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le"
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be"
  if (start.subarray(0, 2).toString("latin1") === "PK")
    throw new Unreadable(
      `${basename(file)} is a workbook or an archive, not a CSV file. In Excel, save it as "CSV UTF-8".`,
    )
  return "utf-8"
}

function textOf(file: string, decoded: () => string): string {
  let text: string
  try {
    text = decoded()
  } catch {
    text = "\0"
  }
  if (!text.includes("\0")) return text
  throw new Unreadable(
    `${basename(file)} is not UTF-8 text, or UTF-16 with a byte order mark. In Excel, save it as "CSV UTF-8".`,
  )
}
