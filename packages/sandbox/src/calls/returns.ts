import { z } from "zod"
import { type CallAnswer, type CallInput, idFromQuery, storeField } from "../call"
import {
  applicationId,
  dateTime,
  isRecent,
  money,
  nullableText,
  optionalText,
  parseFields,
  quantity,
  said,
  wholeNumber,
} from "../fields"
import { invoiceCents, type Lease } from "../lease"
import { move } from "../lifecycle"
import { dollarText } from "../money"
import { applyReturnLines, type ReturnLine } from "../return-lines"
import { findLease, type World } from "../world"

function mayReturn(world: World, lease: Lease): boolean {
  if (lease.state === "Funded") return true
  return lease.state === "Lease Accepted" && (lease.shipped || world.settings.dialect.rules.returns === "accepted")
}

/** POST application/return/availability?applicationId= (spec 4.1, reference 7): sets or clears the authorization of one return. */
export function readAvailability(world: World, input: CallInput): CallAnswer {
  const lease = findLease(world, idFromQuery(input))
  const isReturnEligible = mayReturn(world, lease) && lease.scenario !== "noreturn"
  const withCode = world.settings.dialect.rules.returnCode !== "none" || lease.scenario === "returncode"
  const code = withCode ? world.tokens.secret() : null
  lease.returnAuthorization = isReturnEligible ? { code } : undefined
  return {
    applicationId: lease.applicationId,
    note: isReturnEligible ? "return authorized" : "no return",
    body: {
      merchandiseReturnAuthorization: {
        isReturnEligible,
        authorizationCode: isReturnEligible ? code : null,
      },
    },
  }
}

function returnLineSchema({ settings }: World) {
  const { returnAction } = settings.dialect.requests
  return z
    .looseObject(
      {
        actionType: z
          .enum(["PriceAdj", returnAction], { error: said(`PriceAdj or ${returnAction}`) })
          .transform((action) => (action === "PriceAdj" ? action : "Return")),
        lineNumber: wholeNumber.optional(),
        sku: optionalText,
        quantity: quantity.optional(),
        priceEach: money.optional(),
      },
      { error: said("an object") },
    )
    .refine((line) => line.lineNumber !== undefined || line.sku !== undefined, {
      error: "is required, or sku",
      path: ["lineNumber"],
    })
    .refine((line) => line.actionType === "Return" || line.priceEach !== undefined, {
      error: "is required: the new, lower price",
      path: ["priceEach"],
    })
}

type Refusal = { code: "return-not-authorized" | "return-refused"; message: string }

function outcome(lease: Lease, refusal: Refusal | undefined, note: string): CallAnswer {
  const { message = null, code = null } = refusal ?? {}
  const returnLeaseInfo = { isSuccess: refusal === undefined, message, code }
  return { applicationId: lease.applicationId, note, body: { returnLeaseInfo } }
}

function refuse(lease: Lease, code: Refusal["code"], message: string): CallAnswer {
  return outcome(lease, { code, message: `${message} Nothing was returned.` }, code)
}

/** POST application/return (spec 4.1, reference 7). Answers 200 whenever the request parses; a refusal is `isSuccess: false`. */
export function returnLease(world: World, input: CallInput): CallAnswer {
  const schema = z.looseObject(
    {
      applicationId,
      dateOfReturn: dateTime.refine((value) => isRecent(value, world.clock.now()), "must not be long past"),
      authorizationCode: nullableText,
      merchandiseItems: z
        .array(returnLineSchema(world), { error: said("a list or null") })
        .min(1, "must hold one line or more; leave it out to return the whole order")
        .nullish(),
      store: storeField(world),
    },
    { error: "must be a JSON object" },
  )
  const read = parseFields(schema, input.body)
  const lease = findLease(world, read.applicationId)
  const authorization = lease.returnAuthorization
  const { rules } = world.settings.dialect
  if (!authorization || !mayReturn(world, lease)) {
    return refuse(lease, "return-not-authorized", "Ask for the return's availability first.")
  }
  const sentCode = read.authorizationCode
  if (sentCode ? sentCode !== authorization.code : rules.returnCode === "required") {
    return refuse(lease, "return-not-authorized", "The authorization code is not the one that was issued.")
  }
  if (lease.scenario === "returnfails") return refuse(lease, "return-refused", "This return is refused.")
  const asked = rules.returnLines === "ignored" ? undefined : read.merchandiseItems
  const refused = asked?.find(
    ({ actionType }) => rules[actionType === "Return" ? "returnLines" : "lowerPrices"] === "refused",
  )
  if (refused) return refuse(lease, "return-refused", "This service takes back whole orders only.")
  const lines = asked?.map(({ priceEach, ...line }) => ({ ...line, priceCents: priceEach }))
  return takeReturn(world, lease, read.dateOfReturn, lines)
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
  return outcome(
    lease,
    undefined,
    whole ? "whole order returned" : `partly returned, ${dollarText(loweredByCents)} less`,
  )
}
