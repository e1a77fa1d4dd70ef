import { resolve } from "node:path"
import { dashboardOrderFields } from "./dashboard-order.mjs"

describe("dashboardOrderFields", () => {
  it("are the order's own and those of what the order page shows beside it", () => {
    const fields = dashboardOrderFields(resolve(__dirname, "../..")).split(",")
    const some = ["id", "display_id", "total", "*items", "*payment_collections.payments"]
    expect(fields).toEqual(expect.arrayContaining(some))
  })
})
