import { BRITISH, found, RETIRED, RETIRED_IN_DOCUMENTS } from "../../../scripts/lib/words.mjs"

it("finds a retired word and a British spelling in a sentence, and leaves names alone", () => {
  expect(found(RETIRED, "It ends by itself.")).toHaveLength(1)
  expect(found(RETIRED, "Ask the lessor.")).toHaveLength(1)
  expect(found(RETIRED, "It is asked anew.")).toHaveLength(1)
  expect(found(RETIRED, "Nothing waits for it any longer.")).toHaveLength(1)
  expect(found(BRITISH, "The lease was cancelled.")).toHaveLength(1)
  expect(found(BRITISH, 'status "cancelled", `order_cancelled_lease_alive`, orderCancelled')).toEqual([])
})

describe("an opening that puts the subject last", () => {
  it.each([
    "/** As `mapCart`, but throws. */",
    "/** Of POST application/cart. */",
    "// What Medusa brings is left alone.",
    "/**\n * Whatever happens to a lease: the job looks.\n */",
    "/** By which the service knows the lease. */",
    "/** To whom the payments go. */",
    "/** That which probes share. */",
    "/** Those of the options. */",
    "/**\n * Two things:\n * - Of a part the day alone.\n */",
  ])("is found in the comment %j", (comment) => {
    expect(found(RETIRED, comment)).toHaveLength(1)
  })

  it.each([
    "/** The same as `mapCart`. */",
    "/** Asks again. */",
    "/** Thousands of those. */",
    "/** Whether the cart is as it was. */",
  ])("is not seen in the comment %j", (comment) => {
    expect(found(RETIRED, comment)).toEqual([])
  })

  it.each([
    "It counts. Of several the largest is used.",
    "- **Choice.** What nothing tells apart is refused.",
    "- What is gone\n  stays gone.",
    "Whichever browser has the link may sign.",
  ])("is found in the document %j", (text) => {
    expect(found(RETIRED_IN_DOCUMENTS, text)).toHaveLength(1)
  })

  it.each([
    "# What it does\n\nIt leases.",
    "What does it cost? It is free.",
    "- **What it costs.** A call.",
    "| what is kept | for how long |",
    "One of several. Often it is the last.",
  ])("is not seen in the document %j", (text) => {
    expect(found(RETIRED_IN_DOCUMENTS, text)).toEqual([])
  })
})
