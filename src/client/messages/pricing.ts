import { z } from "zod"
import type { Dialect } from "../options/dialect"
import type { Cents } from "../values/cents"
import { momentIn } from "../values/dates"
import { flag, id, money, whole } from "../values/read"
import { type Breakdown, toBreakdown } from "./pricing-lines"
import { type FoundStatus, findStatus, type ServiceStatus } from "./status"

export type AppStatus = {
  applicationId?: ApplicationId
  /** Absent if the service sent none. */
  status?: ServiceStatus
  statusText?: string
  /** The limit of the approval. */
  approvalAmount?: Cents
  /** The end of the approval, if the service names it. */
  approvedUntil?: Date
  isOkToDeliver?: boolean
}

/**
 * The financial breakdown of a lease (spec 2.5, reference 5). Every field may be absent. `lines` has all of it for display, in the service's
 * order and under the names used here, with money in cents.
 */
export type Pricing = {
  applicationId?: ApplicationId
  /** Only in the answer to the cart (reference 4). */
  cartId?: number
  appStatus?: AppStatus
} & Breakdown

/** Decisive fields are read strictly. The other figures are for people, and {@link toBreakdown} reads them. */
export const PricingSchema = z.object({
  applicationId: id,
  cartId: whole,
  invoiceTotal: money,
  /** Beside the status, in `appStatus`, or here: no option overrules it. */
  isOkToDeliver: flag,
  appStatus: z.looseObject({ applicationId: id, approvalAmount: money, isOkToDeliver: flag }).nullish(),
})

/** Reads a pricing answer. Throws ZodError if it isn't one, or if something that a decision rests on can't be read. */
export function readPricing(answer: unknown, dialect: Dialect): Pricing {
  const { applicationId, cartId, appStatus, isOkToDeliver } = PricingSchema.parse(answer)
  const pricing: Pricing = toBreakdown(answer as Record<string, unknown>, dialect)
  if (applicationId !== undefined) pricing.applicationId = toApplicationId(applicationId)
  if (cartId !== undefined) pricing.cartId = cartId
  const found = findStatus(answer, dialect)
  if (appStatus || found) pricing.appStatus = toAppStatus(appStatus ?? {}, { isOkToDeliver, found }, dialect)
  return pricing
}

type WireAppStatus = Partial<NonNullable<z.output<typeof PricingSchema>["appStatus"]>>

function toAppStatus(
  group: WireAppStatus,
  { isOkToDeliver: outside, found }: { isOkToDeliver: boolean | undefined; found: FoundStatus | undefined },
  dialect: Dialect,
): AppStatus {
  const { applicationId, approvalAmount } = group
  const beside = Object.hasOwn(group, "isOkToDeliver") ? group.isOkToDeliver : outside
  const isOkToDeliver = found?.isOkToDeliver ?? beside
  const approvedUntil = momentIn(group, dialect.approvalEndKeys)
  // By name: spreading these took a twentieth of a whole price request.
  const told: AppStatus = found ? { status: found.status, statusText: found.statusText } : {}
  if (applicationId !== undefined) told.applicationId = toApplicationId(applicationId)
  if (approvalAmount !== undefined) told.approvalAmount = approvalAmount
  if (approvedUntil !== undefined) told.approvedUntil = approvedUntil
  if (isOkToDeliver !== undefined) told.isOkToDeliver = isOkToDeliver
  // A value that the service sends is never overruled.
  else if (told.status && dialect.okToDeliverIn.includes(told.status)) told.isOkToDeliver = true
  return told
}

/**
 * The service's identifier of an application, lease and account (spec 2.1, reference 1). Text here, whatever it is on the wire;
 * branded, so that it can't be confused with our own ids.
 */
export type ApplicationId = string & { readonly __brand: "ApplicationId" }

/** Reads stored or received text as an application id. Throws if it contains none. */
export function toApplicationId(text: string): ApplicationId {
  const id = text.trim()
  if (!id) throw new Error("An application id is missing: the text is empty.")
  return id as ApplicationId
}
