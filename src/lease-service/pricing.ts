import { z } from "zod"
import { type ApplicationId, toApplicationId } from "./application-id"
import type { Cents } from "./cents"
import { type PricingFigures, type PricingLine, toFigures, toLines } from "./pricing-lines"
import { flag, id, money, text, whole } from "./read"
import { type ServiceStatus, toServiceStatus, toStatusText } from "./status"
import type { Wire } from "./wire-defaults"

export type AppStatus = {
  applicationId?: ApplicationId
  /** Absent when the service wrote none. */
  status?: ServiceStatus
  statusText?: string
  /** The limit of the approval. */
  approvalAmount?: Cents
  isOkToDeliver?: boolean
}

/**
 * The financial breakdown of a lease (spec 2.5, reference 5). Every field may be absent. `lines` holds all of it for display, in the service's
 * order and under the names used here; money in cents there too.
 */
export type Pricing = {
  applicationId?: ApplicationId
  /** Only in the answer to the cart (reference 4). */
  cartId?: number
  appStatus?: AppStatus
  lines: PricingLine[]
} & PricingFigures

/** What decisions rest on is read strictly; the other figures are for people and are read by {@link toLines}. */
export const PricingSchema = z.looseObject({
  applicationId: id,
  cartId: whole,
  invoiceTotal: money,
  appStatus: z.looseObject({ applicationId: id, status: text, approvalAmount: money, isOkToDeliver: flag }).nullish(),
})

/** Reads a pricing answer. Throws ZodError when it is none, or when something a decision rests on cannot be read. */
export function readPricing(answer: unknown, wire: Wire): Pricing {
  const { applicationId, cartId, appStatus, invoiceTotal } = PricingSchema.parse(answer)
  const lines = toLines(answer as Record<string, unknown>, wire)
  return {
    ...toFigures(lines),
    ...(applicationId !== undefined && { applicationId: toApplicationId(applicationId) }),
    ...(cartId !== undefined && { cartId }),
    ...(appStatus && { appStatus: toAppStatus(appStatus) }),
    ...(invoiceTotal !== undefined && { invoiceTotal }),
    lines,
  }
}

type WireAppStatus = NonNullable<z.output<typeof PricingSchema>["appStatus"]>

function toAppStatus({ applicationId, status, approvalAmount, isOkToDeliver }: WireAppStatus): AppStatus {
  return {
    ...(applicationId !== undefined && { applicationId: toApplicationId(applicationId) }),
    ...(status !== undefined && { status: toServiceStatus(status), statusText: toStatusText(status) }),
    ...(approvalAmount !== undefined && { approvalAmount }),
    ...(isOkToDeliver !== undefined && { isOkToDeliver }),
  }
}
