import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { findHeader, type Row, rowsOf } from "../../../../src/scripts/payouts/read-file"

const folder = mkdtempSync(join(tmpdir(), "payouts-"))
const file = join(folder, "acorn.csv")
afterAll(() => rmSync(folder, { recursive: true }))

const isHeader = (headers: string[]) => headers.includes("Lease") && headers.includes("Amount")

async function read(content: string | Buffer): Promise<{ headers: string[] | undefined; rows: Row[] }> {
  writeFileSync(file, content)
  const { found } = await findHeader(file, isHeader)
  const rows: Row[] = []
  if (found) for await (const row of rowsOf(file, found)) rows.push(row)
  return { headers: found?.headers, rows }
}

const CONTENT = 'Lease,Amount,Note\r\n4711,12.00,"Sofa, ""Café"""\r\n\r\n4712,13.00,\r\n'
const ROWS = [
  { line: 2, cells: ["4711", "12.00", 'Sofa, "Café"'] },
  { line: 4, cells: ["4712", "13.00", ""] },
]

it.each<[string, Buffer]>([
  ["UTF-8", Buffer.from(CONTENT)],
  ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${CONTENT}`)],
  ["UTF-16, little endian", Buffer.from(`\ufeff${CONTENT}`, "utf16le")],
  ["UTF-16, big endian", Buffer.from(`\ufeff${CONTENT}`, "utf16le").swap16()],
  ["UTF-8 with LF", Buffer.from(CONTENT.replaceAll("\r\n", "\n"))],
  ["UTF-8 with CR", Buffer.from(CONTENT.replaceAll("\r\n", "\r"))],
  ["UTF-8 with mixed line ends", Buffer.from(CONTENT.replace("\r\n", "\n"))],
])("reads %s", async (_, content) => {
  expect(await read(content)).toEqual({ headers: ["Lease", "Amount", "Note"], rows: ROWS })
})

it.each<[string, Buffer, RegExp]>([
  ["Windows-1252", Buffer.from(CONTENT, "latin1"), /^acorn\.csv is not UTF-8 text/],
  ["UTF-16 without a mark", Buffer.from(CONTENT, "utf16le"), /^acorn\.csv is not UTF-8 text/],
  ["a cut-off character", Buffer.from(CONTENT).subarray(0, CONTENT.indexOf("é") + 1), /^acorn\.csv is not UTF-8 text/],
  ["a workbook", Buffer.from("PK\u0003\u0004"), /^acorn\.csv is a workbook or an archive/],
])("refuses %s", async (_, content, message) => {
  await expect(read(content)).rejects.toThrow(message)
})

it.each([";", "\t", ","])("finds the delimiter %j", async (delimiter) => {
  const { rows } = await read(["Lease|Amount", "4711|12.00"].join("\n").replaceAll("|", delimiter))
  expect(rows).toEqual([{ line: 2, cells: ["4711", "12.00"] }])
})

it("finds the header below a title, and skips empty records and repeated headers", async () => {
  const { rows } = await read(
    "Acorn Leasing, statement; October\n\nLease;Amount\n4711;12,00\n;\nLease;Amount\n4712;13,00\n",
  )
  expect(rows).toEqual([
    { line: 4, cells: ["4711", "12,00"] },
    { line: 7, cells: ["4712", "13,00"] },
  ])
})

it("takes quotation marks within a cell as they are", async () => {
  const { rows } = await read('Lease,Amount,Item\n="0047",12.00,5" sofa\n4712,13.00,"a ""b"" c"\n')
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['="0047"', "12.00", '5" sofa'],
    ["4712", "13.00", 'a "b" c'],
  ])
})

it.each(["4712,13.00\n", "4712,13.00\n".repeat(200_000)])(
  "names the line before a quotation mark that is never closed",
  async (rest) => {
    await expect(read(`Lease,Amount\n4711,12.00\n4710,"12.00\n${rest}`)).rejects.toThrow(
      /^acorn\.csv: a quotation mark after line 2 is never closed/,
    )
  },
)

it("returns the widest record if none is a header", async () => {
  writeFileSync(file, "Acorn\nVertrag;Betrag;Datum\n4711;12,00;01.10.2026\n")
  expect(await findHeader(file, isHeader)).toEqual({ found: null, nearest: ["Vertrag", "Betrag", "Datum"] })
})

it("finds no header in an empty file", async () => {
  expect(await read("")).toEqual({ headers: undefined, rows: [] })
})
