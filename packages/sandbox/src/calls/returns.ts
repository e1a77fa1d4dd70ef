import { z } from "zod"
import { type CallAnswer, type CallInput, idFromQuery, storeField } from "../call"
import * as f from "../fields"
import { type CartLine, invoiceCents, type Lease, move } from "../lease"
import { dollarText } from "../money"
import { findLease, type World } from "../world"

function mayReturn({ settings }: World, lease: Lease): boolean {
  if (lease.state === "Funded") return true
  return lease.state === "Lease Accepted" && (lease.shipped || settings.dialect.rules.returns === "accepted")
}

/**
 * POST application/return/availability?applicationId= (spec 4.1, reference 7). Returns whether the lease can be returned, and grants or withdraws the
 * authorization for one return.
 */
export function readAvailability(world: World, input: CallInput): CallAnswer {
  const lease = findLease(world, idFromQuery(input))
  const { applicationId, scenario } = lease
  const isReturnEligible = mayReturn(world, lease) && scenario !== "noreturn"
  const withCode = world.settings.dialect.rules.returnCode !== "none" || scenario === "returncode"
  const code = withCode ? world.tokens.secret() : null
  lease.returnAuthorization = isReturnEligible ? { code } : undefined
  const authorizationCode = isReturnEligible ? code : null
  return {
    applicationId,
    note: isReturnEligible ? "return authorized" : "no return",
    body: { merchandiseReturnAuthorization: { isReturnEligible, authorizationCode } },
  }
}

/** One line of a partial return (reference 7), with `priceEach` in cents. In a `PriceAdj`, it's the new, lower price. */
export type ReturnLine = z.output<ReturnType<typeof returnLineSchema>>

const returnLineSchema = (returnAction: string) =>
  f
    .object({
      actionType: z
        .enum(["PriceAdj", returnAction], { error: f.expected(`PriceAdj or ${returnAction}`) })
        .transform((action) => (action === "PriceAdj" ? "PriceAdj" : "Return")),
      lineNumber: f.wholeNumber.optional(),
      sku: f.optionalText,
      quantity: f.quantity.optional(),
      priceEach: f.money.optional(),
    })
    .refine((line) => line.lineNumber !== undefined || line.sku !== undefined, {
      error: "is required, or sku",
      path: ["lineNumber"],
    })
    .refine((line) => line.actionType === "Return" || line.priceEach !== undefined, {
      error: "is required: the new, lower price",
      path: ["priceEach"],
    })

const returnSchema = (world: World) =>
  f.wholeBody({
    applicationId: f.applicationId,
    dateOfReturn: f.recent(f.dateTime, world.clock.now()),
    authorizationCode: f.nullableText,
    merchandiseItems: f
      .lines(
        returnLineSchema(world.settings.dialect.requests.returnAction),
        "a list or null",
        "must have at least one line; leave it out to return the whole order",
      )
      .nullish(),
    store: storeField(world),
  })

function refuse({ applicationId }: Lease, code: "return-not-authorized" | "return-refused", why: string): CallAnswer {
  const returnLeaseInfo = { isSuccess: false, message: `${why} Nothing was returned.`, code }
  return { applicationId, note: code, body: { returnLeaseInfo } }
}

/**
 * POST application/return (spec 4.1, reference 7). Returns all or part of a lease. Every valid request gets 200, with `isSuccess: false` if the
 * return is refused.
 */
export function returnLease(world: World, input: CallInput): CallAnswer {
  const read = f.parseFields(returnSchema(world), input.body)
  const lease = findLease(world, read.applicationId)
  const { returnAuthorization, scenario } = lease
  const { rules } = world.settings.dialect
  if (!returnAuthorization || !mayReturn(world, lease))
    return refuse(lease, "return-not-authorized", "Request the return's availability first.")
  const sentCode = read.authorizationCode
  if (sentCode ? sentCode !== returnAuthorization.code : rules.returnCode === "required")
    return refuse(lease, "return-not-authorized", "The authorization code is not the one that was issued.")
  if (scenario === "returnfails") return refuse(lease, "return-refused", "This return is refused.")
  const asked = rules.returnLines === "ignored" ? undefined : read.merchandiseItems
  const ruleOf = ({ actionType }: ReturnLine) => (actionType === "Return" ? rules.returnLines : rules.lowerPrices)
  if (asked?.some((line) => ruleOf(line) === "refused"))
    return refuse(lease, "return-refused", "This service accepts only returns of whole orders.")
  return takeReturn(world, lease, read.dateOfReturn, asked ?? undefined)
}

function takeReturn(world: World, lease: Lease, dateOfReturn: string, asked: ReturnLine[] | undefined): CallAnswer {
  const { cart } = lease
  if (!cart) return refuse(lease, "return-refused", "There is no cart to return.")
  const before = invoiceCents(cart)
  const result = asked ? applyReturnLines(cart.lines, asked) : { lines: [] }
  if ("refused" in result) return refuse(lease, "return-refused", result.refused)
  const now = world.clock.now()
  const whole = result.lines.length === 0
  if (whole) move(lease, "returnWhole", now, "Whole order returned")
  else {
    if (world.settings.dialect.rules.totalAfterPart === "kept") cart.keptInvoiceCents ??= before
    cart.lines = result.lines
    lease.history.push({ at: now, what: `Partly returned: ${dollarText(before)} → ${dollarText(invoiceCents(cart))}` })
  }
  lease.returnAuthorization = undefined
  const loweredByCents = whole ? before : before - invoiceCents(cart)
  lease.returns.push({ dateOfReturn, whole, loweredByCents })
  return {
    applicationId: lease.applicationId,
    note: whole ? "whole order returned" : `partly returned, ${dollarText(loweredByCents)} less`,
    body: { returnLeaseInfo: { isSuccess: true, message: null, code: null } },
  }
}

/** Applies all lines of a partial return to a copy of the cart's lines. Returns the remaining lines, or the reason if any line is refused. */
export function applyReturnLines(
  cart: readonly CartLine[],
  asked: readonly ReturnLine[],
): { lines: CartLine[] } | { refused: string } {
  let left = [...cart]
  for (const [index, line] of asked.entries()) {
    const fits = ({ lineNumber, sku }: CartLine) =>
      (line.lineNumber ?? lineNumber) === lineNumber && (line.sku ?? sku) === sku
    if (!left.some(fits)) return { refused: `Line ${index + 1}: the cart has no such line.` }
    const usable = (candidate: CartLine) =>
      fits(candidate) && (line.actionType === "Return" || candidate.unitCents > (line.priceEach ?? 0))
    const wanted = line.quantity ?? piecesOf(left.filter(fits))
    if (piecesOf(left.filter(usable)) < wanted || wanted === 0) {
      const what = line.actionType === "Return" ? "left to return" : "with a higher price"
      return { refused: `Line ${index + 1}: fewer pieces are ${what}.` }
    }
    left = changePieces(left, usable, wanted, line)
  }
  return { lines: left }
}

const piecesOf = (cart: CartLine[]) => cart.reduce((sum, { quantity }) => sum + quantity, 0)

function changePieces(
  cart: CartLine[],
  usable: (line: CartLine) => boolean,
  wanted: number,
  { actionType, priceEach = 0 }: ReturnLine,
): CartLine[] {
  let left = wanted
  return cart.flatMap((line) => {
    const taken = usable(line) ? Math.min(left, line.quantity) : 0
    left -= taken
    // Remove the returned units' share of the line's tax, rounded down to whole cents. The last units get the remainder.
    const taxTaken = Math.floor((line.taxCents * taken) / line.quantity)
    const kept = { ...line, quantity: line.quantity - taken, taxCents: line.taxCents - taxTaken }
    const cheaper = { ...line, quantity: taken, taxCents: taxTaken, unitCents: priceEach }
    const result = actionType === "Return" ? [kept] : [kept, cheaper]
    return result.filter(({ quantity }) => quantity > 0)
  })
}
