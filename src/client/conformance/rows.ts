/**
 * How a row of `docs/assumptions.md` is verified: by a level's probes, by asking the operator, together with another row, or not at all, because it's
 * the plugin's own decision (`ours`). `why` is the reason no probe can verify it.
 */
type Answered = Level | { ask: string; why?: string } | { with: string } | "ours"

const FIELDS = "Which fields does an application need, what are they called, and which format do they have?"
const STORE =
  "Which fields identify our store in the request bodies? What is our store's number, and which field is it sent in?"
const TAX = "Who charges the sales tax: the merchant in the cart, or you on the lease payments?"
const CART =
  "How do you refuse a cart that is too large or cannot be leased? Can a cart be sent again before the contract is signed?"
const LINES =
  "How many units can a line have? Where does the tax on the delivery go, and what is sent if there is none?"
const STATUSES =
  "Which HTTP statuses mean wrong credentials, someone else's application, a body that is too large or of the wrong type, and too many calls?"
const TAX_OF_A_PART = {
  ask: "If part of a line is returned, how much of the line's tax is taken off with it?",
  why: "the test item has no tax, because not every account accepts it, and no response shows the tax of a line",
} as const
const WIDGET = "How is the hosted widget loaded and started, and when does it call each callback?"
const ONE_TIME =
  "Which hosts are the one-time URLs on? How long are they valid, and what do they return on success and on a second use?"
const WORDS = "Which statuses exist that a test lease does not reach, and what comes after each of them?"
const FIGURES =
  "How long are an approval, an unsigned contract and the early purchase price valid, and how long does a lease run?"

const withShape = { with: "4 shape" } as const
const ask = (question: string) => ({ ask: question }) as const

/**
 * The entries of `docs/assumptions.md`: the section, then the first cell of the table row or the bold start of the list item. A test compares them
 * with the document.
 */
export const ROWS = {
  "1 paths": "read",
  "1 version": "read",
  "1 baseUrl": "read",
  "1 auth hash": "read",
  "1 client credentials, encryption of whole bodies": ask(
    "Does the account need anything besides a username and a password?",
  ),
  "1 Content-Type of requests": "refuse",
  "1 media types": "read",
  "1 extra headers": ask("Does any call need headers other than Authorization, Accept and Content-Type?"),
  "1 timeout": "read",
  "1 deadline": "ours",
  "1 retries": { with: "14 1 MB; rate" },
  '1 "no effect"': "ours",
  "1 idempotency key": ask("Is there a header that lets you recognize a repeated call?"),
  "1 redirects": "read",
  "1 size of a response": "read",
  "1 money": "apply",
  "1 dates": "money",
  "1 applicationId": "apply",
  "2 operatorMerchantId": "refuse",
  "2 merchantStoreId, salesAssociate": ask(STORE),
  "2 merchantApplicationIdentifier, merchantTerminalId": ask(STORE),
  "3 customer.firstName, lastName, emailAddress": ask(FIELDS),
  "3 customer.ssn": ask(FIELDS),
  "3 customer.birthdate": ask(FIELDS),
  "3 customer.cellPhone, homePhone": ask(FIELDS),
  "3 customer.homeAddress.streetAddress1, city, state, zip": ask(FIELDS),
  "3 customer.grossIncomeMonthly": ask(FIELDS),
  "3 customer.paymentFrequency.payFrequency": ask(FIELDS),
  "3 customer.paymentFrequency.lastPayDate, nextPayDate": ask(FIELDS),
  "3 bank.routingNumber, accountNumber": ask(FIELDS),
  "3 card": ask(FIELDS),
  "3 disclosureCode, applicationSource, leaseSource": ask(FIELDS),
  "3 languagePreference, marketingOptIn, smsOptIn": ask(FIELDS),
  "3 deviceRiskId": ask(FIELDS),
  "3 custom.keys[] {key, value}, store": ask(FIELDS),
  "3 HTTP status": "apply",
  "3 applicationId, status": "apply",
  "3 approvalAmount, isOkToDeliver": "apply",
  "3 end of the approval": "apply",
  "3 repeated application": "apply",
  "4 shape": "apply",
  "4 orderId": "ours",
  "4 deliveryCostSalesTax": ask(LINES),
  "4 quantity": ask(LINES),
  "4 identifier": "ours",
  "4 deliveryDate": "apply",
  "4 tax": ask(TAX),
  "4 merchantTransactionId, cartTotal": withShape,
  "4 cartId, deposit, custom.keys[]": "ours",
  "4 deliveryDate of the cart": withShape,
  "4 items[].lineNumber, sku, model, description": withShape,
  "4 items[].priceEach, quantity, lineTotal": withShape,
  "4 items[].isNew, type": withShape,
  "4 tax, deliveryCostSalesTax, category, imgUrl": ask(TAX),
  "4 response": "apply",
  "4 refusals": ask(CART),
  "4 limit": ask(CART),
  "4 sent again while the contract is unsigned": ask(CART),
  "5 appStatus {applicationId, status, approvalAmount, isOkToDeliver}": "apply",
  "5 invoiceTotal, cashPrice, invoiceRemaining": "apply",
  "5 costOfLease, older costOfRental": "apply",
  "5 effectiveLeaseBalance, initialBalance": "apply",
  "5 initialPaymentAmount, ninetyDayBuyout": "apply",
  "5 depositAmount, depositSalesTax, depositNet, nextPaymentDate": "apply",
  "5 totalNumberOfPayment, also …Payments": "apply",
  "5 paymentFrequency, termInMonths, periodicPaymentAmount": "apply",
  "5 totalLeasePrice, sumOfAllPayments": "apply",
  "5 totalDueAtSigning, totalRetailerDeliveryFees": "apply",
  "5 salesTaxRate, estimatedTax, totalTax, initialBalancePlusEstimatedTax": "apply",
  "6 GET contract, request": "read",
  "6 GET contract, response": "apply",
  "6 contract URL": "apply",
  "6 contract URL, lifetime": "sign",
  "6 in a frame": "sign",
  "6 DELETE contract, allowed": "apply",
  "6 DELETE contract, response": "sign",
  "6 DELETE contract, effect": "sign",
  "7 POST delivery, body": "money",
  "7 POST delivery, response": "money",
  "7 availability, response": "money",
  "7 availability, code": "money",
  "7 return, body": "money",
  "7 return of a part": "money",
  "7 lines that go back": "money",
  "7 a lowered price": "money",
  "7 tax of a part": TAX_OF_A_PART,
  "7 after a part": "money",
  "7 return, response": "money",
  "7 return, reason": "money",
  "7 after a whole return": "money",
  "8 signed, ready to fulfill": "sign",
  "8 signed, not paid": "sign",
  "8 delivered": "money",
  "8 404 or 409 from pricing": "read",
  "8 comparing states": "apply",
  "9 Prequalified": ask(WORDS),
  "9 Approved": { with: "3 applicationId, status" },
  "9 Pre-Approved, Pending": ask(WORDS),
  "9 Denied": ask("Which test applicant is denied, and which one gets no decision right away?"),
  "9 Approval Expired": ask(WORDS),
  "9 Contracts": "apply",
  "9 Contracts Expired": ask(WORDS),
  "9 Contracts Received": { with: "8 signed, ready to fulfill" },
  "9 Lease Accepted": "sign",
  "9 Funded": { with: "8 delivered" },
  "9 Returned": { with: "7 after a whole return" },
  "9 Contracts Incomplete, VCard Available": ask(WORDS),
  "10 shapes": "read",
  "10 member status": "read",
  "10 validation status": "refuse",
  "10 field paths, type": "refuse",
  "10 403; 400, 409, 500": "refuse",
  "10 401; 404; 410; 413; 415; 429, 503": ask(STATUSES),
  "11 Initialize: App loaded; Lease Summary loaded": "sign",
  "11 Consent: Initial Payment; Consent: Recurring Payment; Consent: Refundable Lease Deposit": "sign",
  "11 Signature: X of Y": "sign",
  "11 Signature: All completed": "sign",
  "11 Credit Card Collection": "sign",
  "11 Post Process: Complete": "sign",
  "11 payload": "sign",
  "11 text property": "sign",
  "11 success: false": "sign",
  "11 origin": "sign",
  "12 loading, start": ask(WIDGET),
  "12 statuses": ask(WIDGET),
  "12 order of callbacks": ask(WIDGET),
  "12 virtual card": ask(WIDGET),
  "12 one-time URLs, request": ask(ONE_TIME),
  "12 one-time URLs, which": ask(ONE_TIME),
  "12 one-time URLs, path": ask(ONE_TIME),
  "12 one-time URLs, responses": ask(ONE_TIME),
  "12 one-time URLs, lifetime and effect": ask(ONE_TIME),
  "14 90 days; 60 days; 12 months; 90 days": ask(FIGURES),
  "14 MN, NJ, VT, WI, WY": ask("In which states do you not offer leases?"),
  "14 CA, IN, NY": ask("In which states can warranties and service plans not be leased?"),
  "14 smallest and largest lease": ask("What are the smallest and the largest amounts that can be leased?"),
  "14 1 MB; rate": "read",
} as const satisfies Record<string, Answered>

/** A row that a probe verifies. */
export type ProbeRow = {
  [Each in keyof typeof ROWS]: (typeof ROWS)[Each] extends Level ? Each : never
}[keyof typeof ROWS]

/** Returns the questions that only the operator can answer, each with the rows that depend on the answer. */
export function operatorQuestions(): { question: string; rows: string[]; why?: string }[] {
  const questions = new Map<string, { rows: string[]; why?: string }>()
  for (const [row, answered] of Object.entries<Answered>(ROWS)) {
    if (typeof answered !== "object" || !("ask" in answered)) continue
    const { ask: question, why } = answered
    questions.set(question, { rows: [...(questions.get(question)?.rows ?? []), row], ...(why && { why }) })
  }
  return [...questions].map(([question, rest]) => ({ question, ...rest }))
}

/** How far a run can go. Each level includes the ones before it. */
export const LEVELS = ["read", "refuse", "apply", "sign", "money"] as const
export type Level = (typeof LEVELS)[number]

/** Whether a run at `level` includes the level `of`. */
export function reaches(level: Level, of: Level): boolean {
  return LEVELS.indexOf(level) >= LEVELS.indexOf(of)
}
