import {
  type ApplicationRequest,
  ApplicationRequestSchema,
  type LeaseService,
  type SpecCart,
  toApplicationId,
} from "../../../../src/client"

export const ID = toApplicationId("10020030")

/** The day that many days from today. */
export const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** An invented person's form, as a browser sends it. */
export function form(): { customer: Record<string, unknown>; bank: Record<string, unknown>; [key: string]: unknown } {
  return {
    customer: {
      firstName: "Marisol",
      lastName: "Okonkwo-Reyes",
      emailAddress: "marisol+test@shopper.example",
      ssn: "512-68-3097",
      birthdate: "1984-03-17",
      cellPhone: "(512) 555-0147",
      homeAddress: { streetAddress1: "12 Quince Terrace", city: "Bellbrook", state: "tx", zip: "78701" },
      grossIncomeMonthly: 4217.53,
      paymentFrequency: { payFrequency: "BIWEEKLY", lastPayDate: day(-7), nextPayDate: day(7) },
    },
    bank: { routingNumber: "021000021", accountNumber: "8833102774" },
  }
}

export function application(): ApplicationRequest {
  return ApplicationRequestSchema.parse(form())
}

export function cart(): SpecCart {
  return {
    orderId: "ORDER-1",
    deliveryCost: 10.99,
    deliveryCostSalesTax: 0.91,
    items: [
      {
        brand: "Northwood",
        description: "Three-seat sofa",
        category: "Sofas",
        identifier: "SOFA-3",
        imgUrl: "https://img.example/sofa.png",
        unitPrice: 429,
        tax: 35.39,
        quantity: 1,
        condition: "new",
        deliveryDate: "2026-12-01",
      },
    ],
  }
}

const ONE_TIME = "/api/v1/update-order?leaseId=obfuscated-77&code=unique-code-1"

/** Every call of the client: reads and writes. */
export const READS: Record<string, (service: LeaseService) => Promise<unknown>> = {
  getPricing: (service) => service.getPricing(ID),
  getContract: (service) => service.getContract(ID),
}
export const API_WRITES: Record<string, (service: LeaseService) => Promise<unknown>> = {
  submitApplication: (service) => service.submitApplication(application()),
  recordCart: (service) => service.recordCart(ID, cart()),
  confirmDelivery: (service) => service.confirmDelivery(ID, { deliveryDate: "2026-12-01" }),
  checkReturn: (service) => service.checkReturn(ID),
  returnLease: (service) => service.returnLease(ID, { dateOfReturn: new Date("2026-12-24T10:11:12.013Z") }),
  cancelContract: (service) => service.cancelContract(ID),
}
export const ONE_TIME_WRITES: Record<string, (service: LeaseService, url: string) => Promise<unknown>> = {
  sendDeliveryDate: (service, url) => service.sendDeliveryDate(url + ONE_TIME, "2026-12-01"),
  sendOrderId: (service, url) => service.sendOrderId(url + ONE_TIME, "ORDER-1"),
}
export const ALL_CALLS = { ...READS, ...API_WRITES, ...ONE_TIME_WRITES }

/** The call with this name, for a service whose one-time URLs are at `url`. */
export const call = (name: string, service: LeaseService, url: string): Promise<unknown> =>
  ALL_CALLS[name]?.(service, url) ?? Promise.reject(new Error(`There is no call ${name}.`))

/** The error of a failed call. */
export async function failureOf(call: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  try {
    await call
  } catch (error) {
    return error as Error & Record<string, unknown>
  }
  throw new Error("The call did not fail.")
}
