import en from "../../../admin/i18n/en.json"
import { BLOCKING } from "../../../src/modules/lease/rules/alerts"
import { codes, read, tables } from "./markdown"

const text = read("docs/alerts.md")
const [rows = []] = tables(text)
const alerts = Object.entries(en.attention)
/** The whole alert where that fits a line of the table, else its first sentence. Values stand where the dashboard puts them in. */
function quoted(alert: string): string {
  const plain = alert.replace(/\{\{\w+\}\}/g, "…")
  return plain.length <= 100 ? plain : (/^.*?\.(?= |$)/.exec(plain)?.[0] ?? plain)
}
const blocks = (code: string) => (BLOCKING as readonly string[]).includes(code)

describe("docs/alerts.md", () => {
  it("has a row for each alert, in the dashboard's words, and says whether it blocks", () => {
    expect(rows).toEqual(alerts.map(([code, alert]) => [`\`${code}\``, quoted(alert), blocks(code) ? "yes" : ""]))
  })

  it("says of each alert what it means and what to do, once", () => {
    const explained = text.split("\n").flatMap((line) => /^- (\*\*`.*?)(?=:)/.exec(line)?.[1] ?? [])
    expect(explained.flatMap(codes).sort()).toEqual(alerts.map(([code]) => code).sort())
  })

  it("calls every action by the name on its button", () => {
    const withoutAlerts = text.replace(/\*\*`\w+`\*\*/g, "")
    const named = new Set([...withoutAlerts.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = ""]) => name))
    const labels: string[] = Object.values(en.actions)
    expect([...named].filter((name) => !labels.includes(name))).toEqual([])
    expect(named.size).toBeGreaterThan(4)
  })
})
