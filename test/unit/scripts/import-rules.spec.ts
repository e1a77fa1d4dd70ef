import rules from "../../../scripts/import-rules.mjs"
import { filesUnder } from "../docs/markdown"

it("each folder with rules about its imports exists", () => {
  const files = ["src", "admin", "packages", "demo", "test", "scripts"].flatMap((folder) =>
    filesUnder(folder, [".ts", ".tsx", ".mjs", ".js"]),
  )
  const patterns = rules.forbidden.flatMap(({ from }) => {
    const path = "path" in from ? from.path : "."
    const [group = "", names = ""] = /\((\w[\w|]+)\)/.exec(path) ?? []
    return names.split("|").map((name) => path.replace(group, name))
  })
  expect(patterns.filter((pattern) => !files.some((file) => RegExp(pattern).test(file)))).toEqual([])
})

/** The rules that refuse this import, if the file existed. */
function refusing(from: string, to: string): string[] {
  const all = (path: string | string[] | undefined) => [path ?? []].flat()
  return rules.forbidden.flatMap((rule) => {
    const name = "name" in rule ? rule.name : ""
    const [source, target] = [rule.from as Side, rule.to as Side]
    const match = source.path ? RegExp(source.path).exec(from) : null
    if (!match || !target.path) return []
    // As in dependency-cruiser, `$1` is the group of `from`.
    const hits = (path: string) => RegExp(path.replaceAll("$1", match[1] ?? "")).test(to)
    return hits(target.path) && !all(target.pathNot).some(hits) ? [name] : []
  })
}
type Side = { path?: string; pathNot?: string | string[] }

const LEDGER = "src/modules/lease"

it.each([
  ["src/api/lease-view.ts", `${LEDGER}/shopper/offer.ts`],
  ["src/medusa/errors.ts", `${LEDGER}/rules/order.ts`],
  ["src/providers/lease-to-own/service.ts", `${LEDGER}/service.ts`],
  ["src/setup/check-setup.ts", `${LEDGER}/options/consent.ts`],
  ["src/subscribers/lease-analytics.ts", `${LEDGER}/rules/announcements.ts`],
  ["src/jobs/lease-pending-calls.ts", `${LEDGER}/outbox/heartbeat.ts`],
  ["src/scripts/privacy.ts", `${LEDGER}/privacy/personal-data.ts`],
  ["scripts/lib/openapi/document.ts", `${LEDGER}/card/allowed-actions.ts`],
  ["admin/lib/store.ts", `${LEDGER}/ledger.ts`],
  ["test/integration/order-page.ts", `${LEDGER}/outbox/cancel.ts`],
  ["test/browser/checkout.ts", `${LEDGER}/rules/records.ts`],
  ["test/bench/main.mjs", `${LEDGER}/tables/lease-list.ts`],
  [`${LEDGER}/shopper/apply.ts`, `${LEDGER}/ledger.ts`],
])("%s never imports %s", (from, to) => {
  expect(refusing(from, to)).toHaveLength(1)
})

it.each([
  ["src/api/lease-view.ts", `${LEDGER}/ledger.ts`],
  ["src/medusa/errors.ts", `${LEDGER}/texts/messages.ts`],
  ["src/jobs/lease-pending-calls.ts", `${LEDGER}/index.ts`],
  ["scripts/lib/openapi/document.ts", `${LEDGER}/ledger.ts`],
  ["test/integration/order-page.ts", `${LEDGER}/ledger.ts`],
  ["test/integration/ledger/paths.spec.ts", `${LEDGER}/outbox/run.ts`],
  ["test/faults/support/process.ts", `${LEDGER}/accounts/open-ledger.ts`],
])("%s may import %s", (from, to) => {
  expect(refusing(from, to)).toEqual([])
})
