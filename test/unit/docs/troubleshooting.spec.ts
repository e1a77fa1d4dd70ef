import en from "../../../admin/i18n/en.json"
import { read, section, tables } from "./markdown"

const text = section(read("README.md"), "When something is wrong")
const [rows = []] = tables(text)
const quoted = rows.flatMap(([alert = ""]) => [...alert.matchAll(/"([^"]+?) ?…?"/g)].map(([, words = ""]) => words))
/** Values stand where the dashboard puts them in. */
const beginsWith = (alert: string, words: string) => alert.startsWith(words.split(" …")[0] ?? words)

describe("the README's table of what can be wrong", () => {
  it.each(Object.entries(en.attention))("names the alert %s in the dashboard's words", (_code, alert) => {
    const plain = alert.replace(/\{\{\w+\}\}/g, "…")
    expect(quoted.filter((words) => beginsWith(plain, words))).toHaveLength(1)
  })

  it.each(quoted)("quotes what the dashboard says: %s", (words) => {
    const alerts = Object.values(en.attention).map((alert) => alert.replace(/\{\{\w+\}\}/g, "…"))
    expect(alerts.some((alert) => beginsWith(alert, words))).toBe(true)
  })

  it("calls every action by the name on its button", () => {
    const named = new Set([...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = ""]) => name))
    const labels: string[] = Object.values(en.actions)
    expect([...named].filter((name) => !labels.includes(name))).toEqual([])
    expect(named.size).toBeGreaterThan(4)
  })
})
