import { setTimeout as pause } from "node:timers/promises"
import type { z } from "zod"
import { Caller, type CallHooks, type Request, type Sleep } from "./http/caller"
import { LeaseRefused, LeaseServiceError } from "./http/errors"
import { readAnswer, readNothing, Unreadable } from "./http/read-answer"
import { unreadableToError } from "./http/to-error"
import type { HttpAnswer } from "./http/transport"
import {
  type ApplicationAnswer,
  type ReturnAnswer,
  type ReturnAvailability,
  readApplication,
  readAvailability,
  readReturn,
} from "./messages/answers"
import { type ApplicationForm, applicationForm } from "./messages/application-form"
import type { ApplicationRequest } from "./messages/application-request"
import { type SpecCart, toReferenceCart } from "./messages/cart"
import { findContractUrl } from "./messages/contract-url"
import { type ApplicationId, type Pricing, readPricing } from "./messages/pricing"
import type { StatusReading } from "./messages/status-reading"
import { ONE_TIME_REFUSALS } from "./options/one-time-refusals"
import { readOneTimeUrl } from "./options/one-time-url"
import { type LeaseServiceOptions, type Settings, toSettings } from "./options/options"
import { isCalendarDate } from "./values/dates"

type PathName = "application" | "cart" | "pricing" | "contract" | "delivery" | "availability" | "return"

/** The delivery of the whole order. `deliveryDate` is the actual or scheduled date, `YYYY-MM-DD` (reference 7). */
export type Delivery = { deliveryDate: string; shippingProvider?: string; trackingId?: string }

/** Units of one cart line to return or, if `priceEach` (in major units) is set, to reduce to that price (reference 7). */
export type ReturnLine = { lineNumber: number; sku: string; quantity: number; priceEach?: number }

/** A return of the whole order, or only of `lines`. `authorizationCode` comes from the availability check, if it returned one (spec 2.6). */
export type LeaseReturn = { dateOfReturn: Date; authorizationCode?: string; lines?: ReturnLine[] }

/** The pause between attempts at a read. Tests replace it. */
export const clock: { sleep: Sleep } = { sleep: pause }

/**
 * Client for the lease service's HTTP API (spec 4), with a method for each call and each one-time URL. A failed call throws a LeaseServiceError whose
 * `effect` states whether it may have taken effect. Reads are retried automatically, writes never (reference 1).
 *
 * Each instance has its own connection pool. {@link close} shuts it down.
 */
export class LeaseService {
  // A `#` field keeps the credentials out of inspectors and serializers.
  readonly #settings: Settings
  readonly #caller: Caller
  readonly #paths: Record<PathName, string>
  readonly #store: { store?: Record<string, unknown> }
  readonly #form: ApplicationForm

  /** Throws an Error that lists every invalid option. */
  constructor(options: LeaseServiceOptions, { sleep = clock.sleep, ...around }: { sleep?: Sleep } & CallHooks = {}) {
    this.#settings = toSettings(options)
    this.#caller = new Caller(this.#settings, sleep, around)
    this.#store = toStore(this.#settings)
    const { applicationExtras, dialect } = this.#settings
    this.#form = applicationForm(applicationExtras, { check: dialect.validateRequests })
    const versioned = `${this.#settings.prefix}/api/v${this.#settings.apiVersion}/application`
    const base = this.#settings.dialect.paths === "literal" ? `${this.#settings.prefix}/application` : versioned
    this.#paths = {
      application: versioned,
      cart: `${base}/cart`,
      pricing: `${base}/cart/pricing`,
      contract: `${base}/contract`,
      delivery: `${base}/cart/delivery`,
      availability: `${base}/return/availability`,
      return: `${base}/return`,
    }
  }

  /** Whether the account accepts returns of individual lines and price reductions (`dialect.returnLines`). */
  get knowsLines(): boolean {
    return this.#settings.dialect.returnLines
  }

  /** Whether the account allows unsigned contracts to be canceled (`dialect.cancelUnsigned`). */
  get cancelsUnsigned(): boolean {
    return this.#settings.dialect.cancelUnsigned
  }

  /** Validates a form without sending it. Returns the form as it would be sent, or its errors. */
  readForm(form: unknown): z.ZodSafeParseResult<ApplicationRequest> {
    return this.#form.schema.safeParse(form)
  }

  /** POST application (spec 4.1, reference 3). Submits a form that {@link readForm} returned. */
  async submitApplication(application: ApplicationRequest): Promise<ApplicationAnswer> {
    const { deviceRiskId, ...rest } = application
    const risk = deviceRiskId === undefined ? {} : { [this.#settings.dialect.deviceRiskIdKey]: deviceRiskId }
    const request = this.toRequest("submitApplication", "POST", "application", {
      body: { ...rest, ...risk, ...this.#store },
    })
    return this.call({ ...request, fields: this.#form.names }, (answer) =>
      readApplication(answer, this.#settings.dialect),
    )
  }

  /** POST application/cart (spec 4.1, reference 4). Records the cart in the configured `cartFormat`. A second cart replaces the first. */
  async recordCart(applicationId: ApplicationId, cart: SpecCart): Promise<Pricing> {
    const body = this.#settings.cartFormat === "reference" ? toReferenceCart(cart) : cart
    const request = this.toRequest("recordCart", "POST", "cart", { id: applicationId, body })
    // Accept an empty response, because the spec doesn't define one, and getPricing reads the price anyway.
    return this.call(request, (answer) =>
      answer === undefined ? { lines: [] } : readPricing(answer, this.#settings.dialect),
    )
  }

  /** GET application/cart/pricing (spec 4.1, reference 5). Returns the lease's figures for the recorded cart. */
  async getPricing(applicationId: ApplicationId): Promise<Pricing> {
    const request = this.toRequest("getPricing", "GET", "pricing", { id: applicationId })
    return this.call(request, (answer) => readPricing(answer, this.#settings.dialect))
  }

  /**
   * GET application/contract (spec 2.4). Returns the eSign URL unchanged, for use as a frame's `src`. Anyone who has the URL can open the contract.
   */
  async getContract(applicationId: ApplicationId): Promise<{ url: string }> {
    const inPath = this.#settings.dialect.contractIdPlace === "path"
    const request = this.toRequest("getContract", "GET", "contract", { id: applicationId, isInPath: inPath })
    return this.call(request, (answer) => {
      const url = findContractUrl(answer, this.#settings)
      const where = this.#settings.contractHosts ? " on a host in the contractHosts option" : ""
      if (url === undefined) throw new Unreadable(`it contains no https address for a contract${where}`)
      return { url }
    })
  }

  /** POST application/cart/delivery (spec 4.1, reference 7). Call this once the whole order has been delivered or scheduled for delivery. */
  async confirmDelivery(applicationId: ApplicationId, delivery: Delivery): Promise<void> {
    this.checkDate("confirmDelivery", delivery.deliveryDate)
    const { deliveryDate, shippingProvider, trackingId } = delivery
    const body = { deliveryDate, shippingProvider, trackingId }
    await this.send(this.toRequest("confirmDelivery", "POST", "delivery", { id: applicationId, body }))
  }

  /** POST application/return/availability (spec 4.1). Returns whether the lease can be returned. Call this before every return. */
  async checkReturn(applicationId: ApplicationId): Promise<ReturnAvailability> {
    const request = this.toRequest("checkReturn", "POST", "availability", { id: applicationId })
    return this.call(request, (answer) => readAvailability(answer, this.#settings.dialect))
  }

  /**
   * POST application/return (spec 2.6, reference 7). Requests the return of the whole order or of individual lines. Check `isSuccess`, because a
   * refused return doesn't always throw.
   */
  async returnLease(
    applicationId: ApplicationId,
    { dateOfReturn, authorizationCode, lines }: LeaseReturn,
  ): Promise<ReturnAnswer> {
    const { returnCodeKey, returnAction } = this.#settings.dialect
    const code = authorizationCode === undefined ? {} : { [returnCodeKey]: authorizationCode }
    const merchandiseItems = lines?.map((line) => ({
      actionType: line.priceEach === undefined ? returnAction : "PriceAdj",
      ...line,
    }))
    const body = {
      dateOfReturn: dateOfReturn.toISOString(),
      ...code,
      ...(merchandiseItems && { merchandiseItems }),
    }
    const request = this.toRequest("returnLease", "POST", "return", { id: applicationId, body })
    return this.call(request, (answer) => readReturn(answer, this.#settings.dialect))
  }

  /**
   * DELETE application/contract (spec 4.1). Voids the contract and the cart, and frees the application for a new order. Only possible before anything
   * ships.
   */
  async cancelContract(applicationId: ApplicationId): Promise<void> {
    await this.send(this.toRequest("cancelContract", "DELETE", "contract", { id: applicationId }))
  }

  /**
   * Posts the delivery date (`YYYY-MM-DD`) to a deliveryConfirmationUrl (spec 4.2). The URL works only once. Later calls throw a LeaseRefused with
   * the code `link-used`.
   */
  async sendDeliveryDate(url: string, deliveryDate: string): Promise<void> {
    this.checkDate("sendDeliveryDate", deliveryDate)
    await this.sendOnce("sendDeliveryDate", url, { deliveryDate })
  }

  /**
   * Posts the order's ID to an orderConfirmationUrl (spec 4.2). The URL works only once. Later calls throw a LeaseRefused with the code `link-used`.
   */
  async sendOrderId(url: string, orderId: string): Promise<void> {
    await this.sendOnce("sendOrderId", url, { orderId })
  }

  /**
   * Reads the lease's status from its pricing, because the spec has no call for it (reference 8). A 404 or 409 from the service itself means that no
   * contract is in force. After a 404, `known` is false, because this account doesn't have the application.
   */
  async readStatus(applicationId: ApplicationId): Promise<StatusReading> {
    let pricing: Pricing
    try {
      pricing = await this.getPricing(applicationId)
    } catch (error) {
      if (!(error instanceof LeaseRefused)) throw error
      if (error.httpStatus === 404) return { kind: "no_contract", known: false }
      if (error.httpStatus === 409) return { kind: "no_contract", known: true }
      throw error
    }
    const { status, statusText, isOkToDeliver } = pricing.appStatus ?? {}
    if (status === undefined || statusText === undefined) return { kind: "no_status", pricing }
    return { kind: "status", status, statusText, okToDeliver: isOkToDeliver === true, pricing }
  }

  /** Waits for calls in progress and closes the connections. */
  close(): Promise<void> {
    return this.#caller.close()
  }

  /** Builds a request. The application's ID goes into the body if there is one, and otherwise into the query or the path. */
  private toRequest(
    operation: string,
    method: Request["method"],
    name: PathName,
    { id, body, isInPath = false }: { id?: ApplicationId; body?: object; isInPath?: boolean } = {},
  ): Request {
    const { origin } = this.#settings
    const path = this.#paths[name]
    if (id === undefined) return { operation, method, origin, path, body }
    const request = { operation, method, origin, path, applicationId: id }
    if (body) return { ...request, body: { ...this.identified(operation, id), ...body } }
    const end = isInPath ? `/${encodeURIComponent(id)}` : `?applicationId=${encodeURIComponent(id)}`
    return { ...request, path: path + end }
  }

  private call<T>(request: Request, reader: (content: unknown) => T): Promise<T> {
    return this.callAndRead(request, (answer) => readAnswer(answer, reader))
  }

  private send(request: Request): Promise<void> {
    return this.callAndRead(request, (answer) => readNothing(answer, this.#settings.dialect))
  }

  /** Makes a call and reads its response. Throws LeaseProtocolError if the response is invalid. */
  private async callAndRead<T>(request: Request, reader: (answer: HttpAnswer) => T): Promise<T> {
    const answer = await this.#caller.call(request)
    try {
      return reader(answer)
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      throw unreadableToError(this.#caller.about(request), answer, error.message)
    }
  }

  /** Posts to a one-time URL. Throws without a call if {@link readOneTimeUrl} refuses the URL. */
  private async sendOnce(operation: string, url: string, body: unknown): Promise<void> {
    const { dialect, loopback } = this.#settings
    const address = readOneTimeUrl(url, { loopback, paths: dialect.oneTimePaths })
    if ("refused" in address)
      throw notSent(operation, `the one-time URL was not called: ${ONE_TIME_REFUSALS[address.refused]}`, {})
    const { origin, path, secrets } = address
    const oneTime = { usedStatuses: dialect.oneTimeUsedStatuses }
    await this.send({ operation, method: "POST", origin, path, body, oneTime, secretsIn: [secrets, url] })
  }

  private identified(operation: string, applicationId: ApplicationId): Record<string, unknown> {
    if (this.#settings.dialect.applicationIdFormat === "string") return { applicationId, ...this.#store }
    const number = Number(applicationId)
    if (/^\d+$/.test(applicationId) && Number.isSafeInteger(number)) return { applicationId: number, ...this.#store }
    const errors = {
      applicationId: ['cannot be written as a number; write dialect: { applicationIdFormat: "string" }'],
    }
    throw notSent(operation, "the application id is too large for a number, nothing was sent", errors)
  }

  private checkDate(operation: string, date: string): void {
    if (!this.#settings.dialect.validateRequests || isCalendarDate(date)) return
    const errors = { deliveryDate: ["deliveryDate must be a valid date, as YYYY-MM-DD."] }
    throw notSent(operation, "nothing was sent: deliveryDate must be a valid date, as YYYY-MM-DD", errors)
  }
}

function notSent(operation: string, message: string, errors: Record<string, string[]>): LeaseServiceError {
  return new LeaseRefused({ operation, message }, { code: "validation", errors })
}

/** Returns the `store` object for request bodies (reference 2). `operatorMerchantId` is renamed to `dialect.storeMerchantIdKey`. */
export function toStore({ store, dialect }: Pick<Settings, "store" | "dialect">): { store?: Record<string, unknown> } {
  if (!store) return {}
  const { operatorMerchantId, ...rest } = store
  return {
    store: operatorMerchantId === undefined ? rest : { [dialect.storeMerchantIdKey]: operatorMerchantId, ...rest },
  }
}
