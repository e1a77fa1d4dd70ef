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

/** A way in which a service differs, and what becomes of it. */
type Difference = {
  dialect: DialectFile
  /** The options that are proposed; without them the client reads the service as it is. */
  write?: Options
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

const DIFFERENCES: Difference[] = [
  { dialect: { requests: { paths: "literal" } }, write: { wire: { paths: "literal" } } },
  {
    dialect: { requests: { contentTypes: ["application/json"] } },
    write: { wire: { contentType: "application/json" } },
  },
  { dialect: { requests: { cart: "reference" } }, write: { cartFormat: "reference", salesTax: "by_operator" } },
  { dialect: { requests: { applicationId: "number" } }, write: { wire: { applicationIdWire: "number" } } },
  { dialect: { requests: { contractId: "path" } }, write: { wire: { contractIdPlace: "path" } } },
  { dialect: { requests: { store: "required" } }, asks: true },
  { dialect: { requests: { store: "required" } }, before: STORE },
  {
    dialect: { requests: { store: "required" }, names: { operatorMerchantId: "locationId" } },
    before: STORE,
    write: { wire: { storeMerchantIdKey: "locationId" } },
  },

  { dialect: { answers: { applicationId: "number" } } },
  { dialect: { answers: { booleans: "text" } } },
  { dialect: { answers: { amounts: "text" } } },
  { dialect: { answers: { statusCode: "text" } } },
  { dialect: { answers: { cart: "empty" } } },
  { dialect: { answers: { frame: "text" } } },
  { dialect: { answers: { refusals: "bare" } }, asks: true },
  {
    dialect: { answers: { refusals: "bare" }, requests: { applicationId: "number" } },
    asks: true,
    write: { wire: { applicationIdWire: "number" } },
  },
  { dialect: { answers: { approvalEnd: "application" } } },
  { dialect: { answers: { approvalEnd: "pricing" } } },

  { dialect: { codes: { answered: 201 } } },
  { dialect: { codes: { done: 200 } } },
  { dialect: { codes: { validation: 422 } } },
  { dialect: { codes: { unauthorized: 403 } } },
  { dialect: { codes: { "not-found": 400 } }, asks: true },
  { dialect: { codes: { "wrong-state": 422 } }, asks: true },

  { dialect: { statuses: { appStatus: "absent" } }, asks: true },
  {
    dialect: { statuses: { isOkToDeliver: "absent" } },
    asks: true,
    write: { wire: { okToDeliverIn: ["lease_accepted"] } },
  },
  { dialect: { statuses: { isOkToDeliver: "apart" } }, asks: true },
  { dialect: { statuses: { words: { Approved: "Accepted" } } }, asks: true },
  {
    dialect: { statuses: { words: { Contracts: "Docs Out" } } },
    write: { wire: { statusWords: { "Docs Out": "contracts" } } },
  },
  {
    dialect: { statuses: { words: { "Lease Accepted": "Live" } } },
    write: { wire: { statusWords: { Live: "lease_accepted" } } },
  },
  {
    dialect: { statuses: { words: { Funded: "Paid Out" } } },
    write: { wire: { statusWords: { "Paid Out": "funded" } } },
  },
  { dialect: { statuses: { words: { Returned: "Back" } } }, write: { wire: { statusWords: { Back: "returned" } } } },

  { dialect: { names: { esignUrl: "EsignURL" } } },
  { dialect: { names: { esignUrl: "signingAddress" } }, write: { wire: { contractUrlKeys: KEYS } } },
  {
    dialect: { names: { authorizationCode: "rma" }, rules: { returnCode: "required" } },
    write: { wire: { returnCodeKey: "rma" } },
    unsaid: true,
  },
  { dialect: { names: { costOfLease: "costOfRental" } } },
  { dialect: { names: { totalNumberOfPayment: "totalNumberOfPayments" } } },
  { dialect: { names: { costOfLease: "charge" } }, asks: true, unsaid: true },
  { dialect: { names: { invoiceTotal: "sum" } }, asks: true, unsaid: true },
  { dialect: { names: { appStatus: "leaseState" } }, write: { wire: { statusKeys: ["leaseState.status"] } } },
  {
    dialect: { names: { isOkToDeliver: "mayShip" } },
    asks: true,
    write: { wire: { okToDeliverIn: ["lease_accepted"] } },
    unsaid: true,
  },
  { dialect: { names: { isSuccess: "ok" } }, asks: true, unsaid: true },
  { dialect: { names: { returnLeaseInfo: "outcome" } }, asks: true, unsaid: true },

  { dialect: { rules: { cancel: "unshipped" } } },
  { dialect: { rules: { pricingWithoutCart: "status" } } },
  { dialect: { rules: { returnCode: "issued" } } },
  { dialect: { rules: { returnLines: "taken" } }, asks: true, write: LINES },
  { dialect: { rules: { returnLines: "taken", lowerPrices: "taken" } }, write: LINES },
  { dialect: { rules: { returnLines: "taken", lowerPrices: "taken", totalAfterPart: "kept" } }, write: LINES },
  { dialect: { rules: { lowerPrices: "taken" } }, asks: true },
  { dialect: { rules: { returnLines: "ignored" } } },
  { dialect: { rules: { returnLines: "ignored" } }, before: LINES, write: { wire: { returnLines: false } } },
  {
    dialect: { requests: { returnAction: "BringBack" }, rules: { returnLines: "taken" } },
    asks: true,
    unsaid: true,
  },
  {
    dialect: { requests: { returnAction: "BringBack" }, rules: { returnLines: "taken", lowerPrices: "taken" } },
    before: { wire: { returnAction: "BringBack" } },
    write: LINES,
  },
  {
    dialect: { answers: { approvalEnd: "application" }, names: { approvalExpirationDate: "goodThrough" } },
    write: { wire: { approvalEndKeys: ["goodThrough", ...ENDS] } },
  },
  {
    dialect: { answers: { approvalEnd: "pricing" }, names: { approvalExpirationDate: "lapsesOn" } },
    write: { wire: { approvalEndKeys: ["lapsesOn", ...ENDS] } },
  },
  { dialect: { answers: { approvalEnd: "pricing" }, names: { approvalExpirationDate: "expirationDate" } } },
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
  it.each(DIFFERENCES.map((difference) => ({ ...difference, name: JSON.stringify(difference.dialect) })))(
    "$name is found, and the plugin goes on or says whom to ask",
    async ({ dialect, write = {}, asks, before = {}, unsaid }) => {
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
    const tried = new Set(DIFFERENCES.flatMap(({ dialect }) => keysOf(dialect)))
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
