import { approvalView } from "../../../src/api/lease-view"
import type { StoreOptions } from "../../../src/modules/lease/options/options"
import type { LeaseRecord } from "../../../src/modules/lease/rules/records"

const approved = (until: string | null) =>
  ({ status: "approved", way: "application", approved_until: until && new Date(until) }) as LeaseRecord
const options = { timeZone: "America/New_York" } as StoreOptions

it.each([
  ["2099-01-01T02:00:00Z", "2098-12-31"],
  // The service named only the day.
  ["2098-12-31T23:59:59Z", "2098-12-31"],
  [null, null],
])("an approval that ends at %s has the last day %s, as the store's time zone has it", (until, day) => {
  expect(approvalView({ options }, approved(until), null)).toMatchObject({ until: day })
})
