import { codes, read, section, tables } from "./markdown"

const service = read("docs/service.md")
const [calls = []] = tables(section(service, "4.1 API calls"))
const [transitions = []] = tables(section(service, "3. States and transitions"))
/** Method and path, without the query. */
const callOf = (cell = "") => `${cell.split(" ")[0]} ${codes(cell)[0]?.replace(/\?.*/, "")}`

it("each call of the specification that changes a lease has its transition", () => {
  const changing = calls.map(([cell]) => callOf(cell)).filter((call) => !/^GET |availability$/.test(call))
  const events = transitions.map(([, event]) => event).filter((event) => codes(event ?? "").length > 0)
  expect([...new Set(events.map(callOf))].sort()).toEqual(changing.sort())
})
