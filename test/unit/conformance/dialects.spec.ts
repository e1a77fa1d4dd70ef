import { type DialectFile, type DialectName, dialectNames, readDialect, signContract } from "lease-to-own-sandbox"
import { inventApplicant } from "../../../demo/applicant.mjs"
import { DialectSchema } from "../../../packages/sandbox/src/dialect/schema"
import { dialectOf } from "../../../src/conformance/dialect"
import { joined, type Written } from "../../../src/conformance/finding"
import { driftOf, optionsOf, type Report } from "../../../src/conformance/report"
import { type ApplicationId, LeaseService, type ReturnLine, readsSigned } from "../../../src/lease-service"
import { optionsFor } from "../../dialects/options-for"
import { TestAccount } from "./support/test-account"

type Options = Written

/**
 * A way in which a service differs, the options that are proposed for it (without them the client reads the service as it is), and what else
 * becomes of it.
 */
type Difference = {
  /** Only the operator knows how to go on. */
  asks?: true
  /** The operator would say this; written before the run. */
  before?: Options
  /** Keys of the dialect that a merchant sees only as something else; the rest is written down as it was spoken. */
  unsaid?: true
}

const STORE: Options = { store: { operatorMerchantId: 4 } }
const KEYS = ["signingAddress", "esignUrl", "contractUrl", "signingUrl", "url", "contract"]

const ENDS = ["approvalExpirationDate", "approvalExpiresAt", "expirationDate"]
const LINES: Options = { wire: { returnLines: true } }

const DIFFERENCES: [DialectFile, write?: Options, more?: Difference][] = [
  [{ requests: { paths: "literal" } }, { wire: { paths: "literal" } }],
  [{ requests: { contentTypes: ["application/json"] } }, { wire: { contentType: "application/json" } }],
  [
    { requests: { contentTypes: ["application/json-patch+json"] } },
    { wire: { contentType: "application/json-patch+json" } },
  ],
  [{ requests: { cart: "reference" } }, { cartFormat: "reference", salesTax: "by_operator" }],
  [{ requests: { applicationId: "number" } }, { wire: { applicationIdWire: "number" } }],
  [{ requests: { contractId: "path" } }, { wire: { contractIdPlace: "path" } }],
  [{ requests: { store: "required" } }, {}, { asks: true }],
  [{ requests: { store: "required" } }, {}, { before: STORE }],
  [
    { requests: { store: "required" }, names: { operatorMerchantId: "locationId" } },
    { wire: { storeMerchantIdKey: "locationId" } },
    { before: STORE },
  ],
  [{ answers: { applicationId: "number" } }],
  [{ answers: { booleans: "text" } }],
  [{ answers: { amounts: "text" } }],
  [{ answers: { statusCode: "text" } }],
  [{ answers: { cart: "empty" } }],
  [{ answers: { frame: "text" } }],
  [{ answers: { refusals: "bare" } }, {}, { asks: true }],
  [
    { answers: { refusals: "bare" }, requests: { applicationId: "number" } },
    { wire: { applicationIdWire: "number" } },
    { asks: true },
  ],
  [{ answers: { approvalEnd: "application" } }],
  [{ answers: { approvalEnd: "pricing" } }],
  [{ codes: { answered: 201 } }],
  [{ codes: { done: 200 } }],
  [{ codes: { validation: 422 } }],
  [{ codes: { unauthorized: 403 } }],
  [{ codes: { "not-found": 400 } }, {}, { asks: true }],
  [{ codes: { "wrong-state": 422 } }, {}, { asks: true }],
  [{ statuses: { appStatus: "absent" } }, {}, { asks: true }],
  [{ statuses: { isOkToDeliver: "absent" } }, { wire: { okToDeliverIn: ["lease_accepted"] } }, { asks: true }],
  [{ statuses: { isOkToDeliver: "apart" } }, {}, { asks: true }],
  [{ statuses: { words: { Approved: "Accepted" } } }, {}, { asks: true }],
  [{ statuses: { words: { Contracts: "Docs Out" } } }, { wire: { statusWords: { "Docs Out": "contracts" } } }],
  [{ statuses: { words: { "Lease Accepted": "Live" } } }, { wire: { statusWords: { Live: "lease_accepted" } } }],
  [{ statuses: { words: { Funded: "Paid Out" } } }, { wire: { statusWords: { "Paid Out": "funded" } } }],
  [{ statuses: { words: { Returned: "Back" } } }, { wire: { statusWords: { Back: "returned" } } }],
  [{ names: { esignUrl: "EsignURL" } }],
  [{ names: { esignUrl: "signingAddress" } }, { wire: { contractUrlKeys: KEYS } }],
  [
    { names: { authorizationCode: "rma" }, rules: { returnCode: "required" } },
    { wire: { returnCodeKey: "rma" } },
    { unsaid: true },
  ],
  [{ names: { costOfLease: "costOfRental" } }],
  [{ names: { totalNumberOfPayment: "totalNumberOfPayments" } }],
  [{ names: { costOfLease: "charge" } }, {}, { asks: true, unsaid: true }],
  [{ names: { invoiceTotal: "sum" } }, {}, { asks: true, unsaid: true }],
  [{ names: { appStatus: "leaseState" } }, { wire: { statusKeys: ["leaseState.status"] } }],
  [
    { names: { isOkToDeliver: "mayShip" } },
    { wire: { okToDeliverIn: ["lease_accepted"] } },
    { asks: true, unsaid: true },
  ],
  [{ names: { isSuccess: "ok" } }, {}, { asks: true, unsaid: true }],
  [{ names: { returnLeaseInfo: "outcome" } }, {}, { asks: true, unsaid: true }],
  [{ rules: { cancel: "unshipped" } }],
  [{ rules: { pricingWithoutCart: "status" } }],
  [{ rules: { returnCode: "issued" } }],
  [{ rules: { returnLines: "taken" } }, LINES, { asks: true }],
  [{ rules: { returnLines: "taken", lowerPrices: "taken" } }, LINES],
  [{ rules: { returnLines: "taken", lowerPrices: "taken", totalAfterPart: "kept" } }, LINES],
  [{ rules: { lowerPrices: "taken" } }, {}, { asks: true }],
  [{ rules: { returnLines: "ignored" } }],
  [{ rules: { returnLines: "ignored" } }, { wire: { returnLines: false } }, { before: LINES }],
  [{ requests: { returnAction: "BringBack" }, rules: { returnLines: "taken" } }, {}, { asks: true, unsaid: true }],
  [
    { requests: { returnAction: "BringBack" }, rules: { returnLines: "taken", lowerPrices: "taken" } },
    LINES,
    { before: { wire: { returnAction: "BringBack" } } },
  ],
  [
    { answers: { approvalEnd: "application" }, names: { approvalExpirationDate: "goodThrough" } },
    { wire: { approvalEndKeys: ["goodThrough", ...ENDS] } },
  ],
  [
    { answers: { approvalEnd: "pricing" }, names: { approvalExpirationDate: "lapsesOn" } },
    { wire: { approvalEndKeys: ["lapsesOn", ...ENDS] } },
  ],
  [{ answers: { approvalEnd: "pricing" }, names: { approvalExpirationDate: "expirationDate" } }],
]

const FIGURE =
  /^names\.(approvalAmount|cashPrice|invoiceRemaining|initialPaymentAmount|ninetyDayBuyout|paymentFrequency|termInMonths|salesTaxRate)$/

/** Keys, or words of a key, of which an account shows nothing to a merchant who asks, each with the reason. */
const UNSEEN: [RegExp, string][] = [
  [/^about$/, "a line for people"],
  [FIGURE, "a figure for people, shown under the name with which it comes"],
  [/^names\.(effective|initialBalance|periodic|total[A-Z]|sumOf|estimatedTax)/, "the same"],
  [/^names\.deviceRiskId$/, "sent by forms that have it; no answer repeats it"],
  [/^requests\.paths (prefixed|any)$/, "the plugin sends the long ones"],
  [/^requests\.(cart spec|applicationId text)$/, "the plugin sends these"],
  [/^codes\.(cart-over-limit|cart-under-minimum|item-not-leasable)$/, "a small article is asked for"],
  [/^codes\.(forbidden|too-large|unsupported-media-type|rate-limited|server|link-used)$/, "not provoked"],
  [/^codes\.(approval|contracts)-expired$/, "after weeks"],
  [/^rules\.returns accepted$/, "no lease is returned before its delivery: it is canceled"],
  [/^rules\.returnCode required$/, "seen as issued: the code is always repeated"],
  [/^rules\.cartTax ignored$/, "the article has no tax"],
  [/^rules\.widget/, "the widget is not opened"],
]

describe("an account that differs", () => {
  const all = DIFFERENCES.map(
    ([dialect, write = {}, more = {}]) => [JSON.stringify(dialect), dialect, write, more] as const,
  )
  it.each(all)(
    "%s is found, and the plugin goes on or says whom to ask",
    async (_, dialect, write, { asks, before = {}, unsaid }) => {
      const account = await TestAccount.open({ dialect })
      try {
        const report = await account.run("money", { options: before })
        expect(optionsOf(report.findings)).toEqual(write)
        if (asks) expect(advice(report)).toMatch(/ask the operator/i)
        else await walk(account, dialect, joined([before, write]))
        if (!unsaid) expect(dialectOf(report.findings)).toEqual(dialect)
      } finally {
        await account.close()
      }
    },
    60_000,
  )

  it("is found in each key of a dialect, or there is a reason", () => {
    const tried = new Set(DIFFERENCES.flatMap(([dialect]) => keysOf(dialect)))
    const isUnseen = (key: string) => UNSEEN.some(([keys]) => keys.test(key))
    expect(switches().filter((key) => !tried.has(key) && !isUnseen(key))).toEqual([])
    expect(UNSEEN.filter(([keys]) => !switches().some((key) => keys.test(key)))).toEqual([])
  })
})

describe.each(dialectNames)("the kept dialect %s", (name) => {
  it("is found, and its options are those that are kept with it", async () => {
    const kept = optionsFor(name)
    const { store } = kept
    const account = await TestAccount.open({ dialect: name })
    try {
      const report = await account.run("money", { options: store ? ({ store } as Options) : {} })
      // An account does not show the operator's number of the store.
      const { store: _, ...found } = kept
      expect(optionsOf(report.findings)).toEqual(found)
      if (name === "no-status") expect(advice(report)).toMatch(/ask the operator/i)
      else await walk(account, name, { ...found, ...(store ? { store } : {}) } as Options)
      expect(await differences(report, dialectOf(report.findings), { store } as Options)).toEqual([])
    } finally {
      await account.close()
    }
  }, 60_000)
})

const advice = ({ findings }: Report) => findings.map(({ advice }) => advice ?? "").join("\n")

/** The account that speaks the dialect that was written, compared with the one that was asked. */
async function differences(report: Report, dialect: DialectFile, options: Options): Promise<string[]> {
  const again = await TestAccount.open({ dialect })
  try {
    return driftOf(report, await again.run("money", { options }))
  } finally {
    await again.close()
  }
}

/** Walks as the plugin does: one lease to its cancellation, another to its return, in parts where lines are taken. */
async function walk(
  account: TestAccount,
  dialect: DialectName | DialectFile,
  { salesTax: _, ...options }: Options,
): Promise<void> {
  const service = new LeaseService(account.options(options))
  const { approvalEnd } = readDialect(dialect).answers
  try {
    const canceled = await signed(service, approvalEnd)
    await service.cancelContract(canceled)
    expect(readsSigned(await service.readStatus(canceled))).toBe(false)
    const returned = await signed(service, approvalEnd)
    await service.confirmDelivery(returned, { deliveryDate: new Date().toISOString().slice(0, 10) })
    const sofa = { lineNumber: 1, sku: "SOFA", quantity: 1 }
    const parts: ReturnLine[][] = service.knowsLines ? [[sofa], [{ ...sofa, priceEach: 200 }]] : []
    for (const lines of parts) {
      expect(await giveBack(service, returned, { lines })).toMatchObject({ isSuccess: true })
      expect(await service.readStatus(returned)).toMatchObject({ status: "funded" })
    }
    expect(await giveBack(service, returned)).toMatchObject({ isSuccess: true })
    expect(await service.readStatus(returned)).toMatchObject({ status: "returned" })
  } finally {
    await service.close()
  }
}

async function giveBack(service: LeaseService, id: ApplicationId, more: { lines?: ReturnLine[] } = {}) {
  const { isReturnEligible, authorizationCode } = await service.checkReturn(id)
  expect(isReturnEligible).toBe(true)
  return service.returnLease(id, { dateOfReturn: new Date(), authorizationCode, ...more })
}

/** `endIn`: the answer that says until when the approval holds. */
async function signed(service: LeaseService, endIn: string): Promise<ApplicationId> {
  const form = service.readForm(inventApplicant())
  if (!form.success) throw form.error
  const { applicationId, status, approvedUntil } = await service.submitApplication(form.data)
  if (applicationId === undefined || status !== "approved") throw new Error(`The application is ${status}.`)
  await service.recordCart(applicationId, {
    deliveryCost: 10.99,
    items: [
      {
        brand: "Harbor",
        description: "Sofa",
        category: "Furniture",
        identifier: "SOFA",
        unitPrice: 214.5,
        tax: 0,
        quantity: 2,
        condition: "new",
      },
    ],
  })
  const { costOfLease, appStatus } = await service.getPricing(applicationId)
  expect(costOfLease).toBe(439_99)
  expect([approvedUntil, appStatus?.approvedUntil].map((end) => end !== undefined)).toEqual([
    endIn === "application",
    endIn === "pricing",
  ])
  await signContract((await service.getContract(applicationId)).url)
  await service.readStatus(applicationId)
  expect(readsSigned(await service.readStatus(applicationId))).toBe(true)
  return applicationId
}

/** `section.key`, and `section.key word` where a key takes some words. */
function switches(): string[] {
  return Object.entries(DialectSchema.shape).flatMap(([section, schema]) => {
    if (!("unwrap" in schema) || !("shape" in schema.unwrap())) return [section]
    const keys = (schema.unwrap() as { shape: Record<string, unknown> }).shape
    return Object.entries(keys).flatMap(([key, value]) => {
      const words = (value as { unwrap?: () => { options?: unknown } }).unwrap?.().options
      const others = Array.isArray(words) ? words.slice(1).map((word) => `${section}.${key} ${word}`) : undefined
      return others ?? [`${section}.${key}`]
    })
  })
}

function keysOf(dialect: DialectFile): string[] {
  return Object.entries(dialect).flatMap(([section, keys]) =>
    Object.entries(keys).flatMap(([key, value]) => [`${section}.${key}`, `${section}.${key} ${value}`]),
  )
}
