import { z } from "zod"
import type { Dialect } from "../options/dialect"
import type { Cents } from "../values/cents"
import { momentIn } from "../values/dates"
import { clip } from "../values/mask"
import { flag, id, line, money, text } from "../values/read"
import { type ApplicationId, toApplicationId } from "./pricing"
import { findStatus, parseStatus, type ServiceStatus } from "./status"

/** The outcome of an application (spec 2.1, reference 3). A denied application has an ID, too. */
export type ApplicationAnswer = {
  applicationId?: ApplicationId
  status: ServiceStatus
  statusText: string
  approvalAmount?: Cents
  approvedUntil?: Date
}

const ApplicationResponseSchema = z.looseObject({
  applicationId: id,
  status: z.string().trim().min(1),
  approvalAmount: money,
})

/** Throws ZodError if the response has no status. */
export function readApplication(answer: unknown, dialect: Dialect): ApplicationAnswer {
  const parsed = ApplicationResponseSchema.parse(answer)
  const { applicationId, status, approvalAmount } = parsed
  const approvedUntil = momentIn(parsed, dialect.approvalEndKeys)
  return {
    ...(applicationId !== undefined && { applicationId: toApplicationId(applicationId) }),
    ...parseStatus(status, dialect),
    ...(approvalAmount !== undefined && { approvalAmount }),
    ...(approvedUntil !== undefined && { approvedUntil }),
  }
}

/** Whether a return may be attempted (spec 2.6), and the code that some returns must include (reference 7). */
export type ReturnAvailability = { isReturnEligible: boolean; authorizationCode?: string }

const ReturnAvailabilitySchema = z.looseObject({
  merchandiseReturnAuthorization: z.looseObject({ isReturnEligible: flag }).nullish(),
})

/**
 * Reads the response to an availability check. Without `isReturnEligible`, the lease isn't eligible (reference 7). Throws ZodError if its value is
 * neither true nor false.
 */
export function readAvailability(answer: unknown, dialect: Dialect): ReturnAvailability {
  const authorization = ReturnAvailabilitySchema.parse(answer ?? {}).merchandiseReturnAuthorization
  const code = z.union([line, z.number().transform(String)]).parse(authorization?.[dialect.returnCodeKey])
  return {
    isReturnEligible: authorization?.isReturnEligible ?? false,
    ...(code !== undefined && { authorizationCode: code }),
  }
}

/**
 * The outcome of a return (spec 2.6). `isSuccess` is undefined if the service confirmed neither success nor refusal (reference 7). Texts are masked.
 */
export type ReturnAnswer = {
  isSuccess: boolean | undefined
  /** Set if the lease's status is Returned, which means that the whole lease was returned. */
  isReturned?: true
  message?: string
  code?: string
}

const ReturnResponseSchema = z.looseObject({
  returnLeaseInfo: z.looseObject({ isSuccess: flag, message: text, code: text }).nullish(),
})

/**
 * Reads the response to a return. A refusal also comes with the status 200, but with `isSuccess: false`. If `isSuccess` is absent, the lease status
 * Returned means success. Throws ZodError if `isSuccess` is neither true nor false.
 */
export function readReturn(answer: unknown, dialect: Dialect): ReturnAnswer {
  const { isSuccess, message, code } = ReturnResponseSchema.parse(answer ?? {}).returnLeaseInfo ?? {}
  const isReturned = isStatusReturned(answer, dialect)
  return {
    isSuccess: isSuccess ?? (isReturned || undefined),
    ...(isReturned && { isReturned }),
    ...(message !== undefined && { message: clip(message) }),
    ...(code !== undefined && { code: clip(code) }),
  }
}

/** An unreadable status is ignored, because `isSuccess` may still be clear. */
function isStatusReturned(answer: unknown, dialect: Dialect): boolean {
  try {
    return findStatus(answer, dialect)?.status === "returned"
  } catch {
    return false
  }
}
