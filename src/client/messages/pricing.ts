import { z } from "zod"
import type { Dialect } from "../options/dialect"
import type { Cents } from "../values/cents"
import { momentIn } from "../values/dates"
import { flag, id, money, whole } from "../values/read"
import { type Breakdown, toBreakdown } from "./pricing-lines"
import { type FoundStatus, findStatus, type ServiceStatus } from "./status"

export type AppStatus = {
  applicationId?: ApplicationId
  status?: ServiceStatus
  statusText?: string
  approvalAmount?: Cents
  approvedUntil?: Date
  isOkToDeliver?: boolean
}

/**
 * The financial breakdown of a lease (spec 2.5, reference 5). Every field may be absent. `lines` contains every figure for display, in the service's
 * order and under our names, with money in cents.
 */
export type Pricing = {
  applicationId?: ApplicationId
  /** Present only in the response to POST application/cart (reference 4). */
  cartId?: number
  appStatus?: AppStatus
} & Breakdown

/** The fields that decisions depend on, read strictly. {@link toBreakdown} reads the figures for display. */
const PricingSchema = z.object({
  applicationId: id,
  cartId: whole,
  invoiceTotal: money,
  /** May also be in `appStatus` or next to the status. No option overrides it. */
  isOkToDeliver: flag,
  appStatus: z.looseObject({ applicationId: id, approvalAmount: money, isOkToDeliver: flag }).nullish(),
})

/** Reads a pricing response. Throws ZodError if it isn't an object, or if a field that decisions depend on is invalid. */
export function readPricing(answer: unknown, dialect: Dialect): Pricing {
  const { applicationId, cartId, appStatus, isOkToDeliver } = PricingSchema.parse(answer)
  const pricing: Pricing = toBreakdown(answer as Record<string, unknown>, dialect)
  if (applicationId !== undefined) pricing.applicationId = toApplicationId(applicationId)
  if (cartId !== undefined) pricing.cartId = cartId
  const found = findStatus(answer, dialect)
  if (appStatus || found) pricing.appStatus = toAppStatus(appStatus ?? {}, { isOkToDeliver, found }, dialect)
  return pricing
}

type AppStatusFields = Partial<NonNullable<z.output<typeof PricingSchema>["appStatus"]>>

function toAppStatus(
  group: AppStatusFields,
  { isOkToDeliver: outside, found }: { isOkToDeliver: boolean | undefined; found: FoundStatus | undefined },
  dialect: Dialect,
): AppStatus {
  const { applicationId, approvalAmount } = group
  const beside = Object.hasOwn(group, "isOkToDeliver") ? group.isOkToDeliver : outside
  const isOkToDeliver = found?.isOkToDeliver ?? beside
  const approvedUntil = momentIn(group, dialect.approvalEndKeys)
  // Assign the fields one by one, because spreading took a twentieth of a price request's time.
  const appStatus: AppStatus = found ? { status: found.status, statusText: found.statusText } : {}
  if (applicationId !== undefined) appStatus.applicationId = toApplicationId(applicationId)
  if (approvalAmount !== undefined) appStatus.approvalAmount = approvalAmount
  if (approvedUntil !== undefined) appStatus.approvedUntil = approvedUntil
  if (isOkToDeliver !== undefined) appStatus.isOkToDeliver = isOkToDeliver
  // Apply the option only if the service doesn't send the field.
  else if (appStatus.status && dialect.okToDeliverIn.includes(appStatus.status)) appStatus.isOkToDeliver = true
  return appStatus
}

/**
 * The service's ID for an application, lease and account (spec 2.1, reference 1). Always text here, even if the service sends a number. The brand
 * keeps it from being confused with our own IDs.
 */
export type ApplicationId = string & { readonly __brand: "ApplicationId" }

/** Throws if the text is empty. */
export function toApplicationId(text: string): ApplicationId {
  const id = text.trim()
  if (!id) throw new Error("An application id is missing: the text is empty.")
  return id as ApplicationId
}
