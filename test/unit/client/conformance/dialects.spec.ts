import { type DialectFile, type DialectName, dialectNames, readDialect, signContract } from "lease-to-own-sandbox"
import { inventApplicant } from "../../../../demo/applicant.mjs"
import { type ApplicationId, LeaseService, type ReturnLine, readsSigned } from "../../../../src/client"
import { dialectOf } from "../../../../src/client/conformance/files"
import { joined, type Written } from "../../../../src/client/conformance/finding"
import { driftOf, optionsOf, type Report } from "../../../../src/client/conformance/report"
import { optionsFor } from "../../../dialects/options-for"
import { cart } from "../support/samples"
import { TestAccount } from "./support/test-account"

/**
 * A difference of a service, the options that the run proposes for it (none if the client can read it anyway), and what else follows.
 */
type Difference = {
  dialect: DialectFile | DialectName
  write?: Written
  /** Only the operator knows what to do. */
  asks?: boolean
  /** Options that the operator would provide, set before the run. */
  before?: Written
  /** True if a merchant can't observe the difference as such, so that the proposed dialect isn't the service's. */
  unobservable?: true
}

const STORE: Written = { store: { operatorMerchantId: 4 } }
const LINES: Written = { dialect: { returnLines: true } }
const OK_WHEN_ACCEPTED: Written = { dialect: { okToDeliverIn: ["lease_accepted"] } }
const ENDS = ["approvalExpirationDate", "approvalExpiresAt", "expirationDate"]
const KEYS = ["signingAddress", "esignUrl", "contractUrl", "signingUrl", "url", "contract"]
const PATCH = "application/json-patch+json"
const TAKEN = { returnLines: "taken", lowerPrices: "taken" } as const

/** Many differences at once, because each key is found separately. */
const READ_ANYWAY: DialectFile[] = [
  {
    answers: {
      ...({ applicationId: "number", booleans: "text", amounts: "text", statusCode: "text", frame: "text" } as const),
      approvalEnd: "application",
    },
    codes: { answered: 201, done: 200, validation: 422, unauthorized: 403 },
    rules: { cancel: "unshipped", returnCode: "issued" },
  },
  {
    answers: { cart: "empty", approvalEnd: "pricing" },
    names: {
      ...{ esignUrl: "EsignURL", costOfLease: "costOfRental", totalNumberOfPayment: "totalNumberOfPayments" },
      approvalExpirationDate: "expirationDate",
    },
    rules: { pricingWithoutCart: "status", returnLines: "ignored" },
  },
  { answers: { approvalEnd: "pricing" } },
]

const WORDS = { Contracts: "Docs Out", "Lease Accepted": "Live", Funded: "Paid Out", Returned: "Back" }
const STATUS_WORDS = { "Docs Out": "contracts", Live: "lease_accepted", "Paid Out": "funded", Back: "returned" }

const WRITTEN: [dialect: DialectFile, write: Written][] = [
  [
    { requests: { paths: "literal", contentTypes: ["application/json"], cart: "reference" } },
    {
      dialect: { paths: "literal", contentType: "application/json" },
      cartFormat: "reference",
      salesTax: "by_operator",
    },
  ],
  [
    { requests: { contentTypes: [PATCH], applicationId: "number", contractId: "path" }, statuses: { words: WORDS } },
    {
      dialect: {
        contentType: PATCH,
        applicationIdFormat: "number",
        contractIdPlace: "path",
        statusWords: STATUS_WORDS,
      },
    },
  ],
  [
    { names: { esignUrl: "signingAddress", appStatus: "leaseState" }, rules: TAKEN },
    { dialect: { contractUrlKeys: KEYS, statusKeys: ["leaseState.status"], returnLines: true } },
  ],
  [
    { rules: { ...TAKEN, totalAfterPart: "kept" }, ...endCalled("goodThrough", "application") },
    { dialect: { returnLines: true, approvalEndKeys: ["goodThrough", ...ENDS] } },
  ],
  [{ rules: { paymentTax: "named" } }, { salesTax: "by_operator" }],
  [endCalled("lapsesOn", "pricing"), { dialect: { approvalEndKeys: ["lapsesOn", ...ENDS] } }],
]

const ASKED: [dialect: DialectFile, write?: Written][] = [
  [{ requests: { store: "required" } }],
  [{ answers: { refusals: "bare" } }],
  [
    { answers: { refusals: "bare" }, requests: { applicationId: "number" } },
    { dialect: { applicationIdFormat: "number" } },
  ],
  [{ codes: { "not-found": 400 } }],
  [{ codes: { "wrong-state": 422 } }],
  [{ statuses: { appStatus: "absent" } }],
  [{ statuses: { isOkToDeliver: "absent" } }, OK_WHEN_ACCEPTED],
  [{ statuses: { isOkToDeliver: "apart" } }],
  [{ statuses: { words: { Approved: "Accepted" } } }],
  [{ rules: { returnLines: "taken" } }, LINES],
  [{ rules: { lowerPrices: "taken" } }],
]

const ASKED_UNSAID: [dialect: DialectFile, write?: Written][] = [
  [{ names: { costOfLease: "charge" } }],
  [{ names: { invoiceTotal: "sum" } }],
  [{ names: { isOkToDeliver: "mayShip" } }, OK_WHEN_ACCEPTED],
  [{ names: { isSuccess: "ok" } }],
  [{ names: { returnLeaseInfo: "outcome" } }],
  [{ requests: { returnAction: "BringBack" }, rules: { returnLines: "taken" } }],
]

const DIFFERENCES: Difference[] = [
  ...READ_ANYWAY.map((dialect) => ({ dialect })),
  ...WRITTEN.map(([dialect, write]) => ({ dialect, write })),
  ...ASKED.map(([dialect, write]) => ({ dialect, write, asks: true })),
  ...ASKED_UNSAID.map(([dialect, write]) => ({ dialect, write, asks: true, unobservable: true as const })),
  { dialect: { requests: { store: "required" } }, before: STORE },
  {
    dialect: { requests: { store: "required" }, names: { operatorMerchantId: "locationId" } },
    before: STORE,
    write: { dialect: { storeMerchantIdKey: "locationId" } },
  },
  {
    dialect: { names: { authorizationCode: "rma" }, rules: { returnCode: "required" } },
    write: { dialect: { returnCodeKey: "rma" } },
    unobservable: true,
  },
  { dialect: { rules: { returnLines: "ignored" } }, before: LINES, write: { dialect: { returnLines: false } } },
  {
    dialect: { requests: { returnAction: "BringBack" }, rules: TAKEN },
    before: { dialect: { returnAction: "BringBack" } },
    write: LINES,
  },
]

/** The included dialects with their options. An account doesn't show the operator's number of the store, so it's set before. */
const KEPT: Difference[] = dialectNames.map((dialect) => {
  const { store, ...write } = optionsFor(dialect)
  return { dialect, write, before: store ? ({ store } as Written) : {}, asks: dialect === "no-status" }
})

const all = [...DIFFERENCES, ...KEPT].map((difference) => [JSON.stringify(difference.dialect), difference] as const)

it.each(all)(
  "the dialect %s is found, and the plugin works with the proposed options or the report says what to ask",
  (_, { dialect, write = {}, before = {}, asks, unobservable }) =>
    TestAccount.use({ dialect }, async (account) => {
      const report = await account.run("money", { options: before })
      expect(optionsOf(report.findings)).toEqual(write)
      if (asks) expect(report.findings.map(({ advice }) => advice).join("\n")).toMatch(/ask the operator/i)
      else await walk(account, dialect, joined([before, write]))
      const proposed = dialectOf(report.findings)
      if (typeof dialect === "string") expect(await differences(report, proposed, before)).toEqual([])
      else if (!unobservable) expect(proposed).toEqual(dialect)
    }),
  60_000,
)

/** A dialect with this name of the approval's end, in this answer. */
function endCalled(approvalExpirationDate: string, approvalEnd: "application" | "pricing"): DialectFile {
  return { answers: { approvalEnd }, names: { approvalExpirationDate } }
}

/** Compares an account that has the proposed dialect with the original one. */
function differences(report: Report, dialect: DialectFile, options: Written): Promise<string[]> {
  return TestAccount.use({ dialect }, async (again) => driftOf(report, await again.run("money", { options })))
}

/** Leases as the plugin does: cancels one lease, and returns another, in parts if lines are accepted. */
async function walk(account: TestAccount, dialect: Difference["dialect"], { salesTax: _, ...options }: Written) {
  const service = new LeaseService(account.options(options))
  const { approvalEnd } = readDialect(dialect).answers
  try {
    const canceled = await signed(service, approvalEnd)
    await service.cancelContract(canceled)
    expect(readsSigned(await service.readStatus(canceled))).toBe(false)
    const returned = await signed(service, approvalEnd)
    await service.confirmDelivery(returned, { deliveryDate: new Date().toISOString().slice(0, 10) })
    const sofa = { lineNumber: 1, sku: "SOFA-3", quantity: 1 }
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

/** `endIn`: the answer with the end of the approval. */
async function signed(service: LeaseService, endIn: string): Promise<ApplicationId> {
  const form = service.readForm(inventApplicant())
  if (!form.success) throw form.error
  const { applicationId, status, approvedUntil } = await service.submitApplication(form.data)
  if (applicationId === undefined || status !== "approved") throw new Error(`The application is ${status}.`)
  const [sofa] = cart().items.map((item) => ({
    ...item,
    unitPrice: 214.5,
    tax: 0,
    quantity: 2,
    deliveryDate: undefined,
  }))
  await service.recordCart(applicationId, { deliveryCost: 10.99, items: sofa ? [sofa] : [] })
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
