import type { Language, PayFrequency } from "./defaults"

/** Amounts as text. `tax`: null where there is none. */
type Terms = {
  firstPayment: string
  tax: string | null
  dueToday: string
  payments: number
  frequency: string
  buyout: string
}

const en = {
  sandbox: "Sandbox: nothing here is binding and nothing is charged.",
  title: "Lease agreement",
  reference: "Reference",
  signer: "for",
  summary: "Lease summary",
  delivery: "Delivery",
  cashPrice: "Cash price",
  costOfLease: "Cost of lease",
  tax: "Sales tax",
  total: (withTax: boolean) => `Total of all payments${withTax ? " with sales tax" : ""}, 12 months`,
  dueToday: (withTax: boolean) => `First payment${withTax ? " and sales tax" : ""}, due today`,
  payments: (count: number, frequency: string) => `${count} payments ${frequency}`,
  each: "each",
  lastPayment: "Last payment",
  buyout: "Purchase price in the first 90 days",
  frequencies: {
    weekly: "every week",
    biWeekly: "every two weeks",
    semiMonthly: "twice a month",
    monthly: "every month",
  } satisfies Record<PayFrequency, string>,
  consents: "Consents",
  tickBoth: "Tick both to sign.",
  agreeToday: ({ firstPayment, tax }: Terms) =>
    `I agree that the first payment of $${firstPayment}${tax ? ` and sales tax of $${tax}` : ""} is charged today.`,
  agreeLater: ({ frequency }: Terms) => `I agree that the payments that follow are charged ${frequency}.`,
  clauses: (terms: Terms): [string, string][] => [
    [
      "1. Lease",
      "The goods above are leased for 12 months. They stay the property of the lease company until they are bought.",
    ],
    [
      "2. Payments",
      `You pay $${terms.dueToday} today${terms.tax ? `, sales tax of $${terms.tax} included,` : ""} and ${terms.payments} payments ${terms.frequency}, the first after delivery of the complete order.`,
    ],
    [
      "3. Purchase and return",
      `You may buy the goods for $${terms.buyout} in the first 90 days, or return them and owe no further payment.`,
    ],
  ],
  sign: "Sign here",
  card: "Another card",
  cardText:
    "The card was declined and nothing was charged. Type another one; this sandbox takes any digits and keeps none.",
  cardNumber: "Card number",
  cardExpires: "Expires, MM/YY",
  cardCode: "Security code",
  submit: "Submit",
  /** Texts of the page's script; `{missing}` and `{places}` are numbers. */
  script: {
    signed: "Signed: ",
    left: "{missing} of {places} places left to sign.",
    allSigned: "Everything is signed. Submit to finish.",
    lost: "The connection was lost. What was signed is kept; try again.",
  },
}

const es: typeof en = {
  sandbox: "Entorno de pruebas: nada de esto obliga y no se cobra nada.",
  title: "Contrato de arrendamiento",
  reference: "Referencia",
  signer: "para",
  summary: "Resumen del arrendamiento",
  delivery: "Entrega",
  cashPrice: "Precio al contado",
  costOfLease: "Costo del arrendamiento",
  tax: "Impuesto sobre las ventas",
  total: (withTax) => `Total de todos los pagos${withTax ? " con impuesto" : ""}, 12 meses`,
  dueToday: (withTax) => `Primer pago${withTax ? " e impuesto" : ""}, a pagar hoy`,
  payments: (count, frequency) => `${count} pagos ${frequency}`,
  each: "cada uno",
  lastPayment: "Último pago",
  buyout: "Precio de compra en los primeros 90 días",
  frequencies: {
    weekly: "cada semana",
    biWeekly: "cada dos semanas",
    semiMonthly: "dos veces al mes",
    monthly: "cada mes",
  },
  consents: "Consentimientos",
  tickBoth: "Marque ambos para firmar.",
  agreeToday: ({ firstPayment, tax }) =>
    `Acepto que hoy se cobre el primer pago de $${firstPayment}${tax ? ` y el impuesto sobre las ventas de $${tax}` : ""}.`,
  agreeLater: ({ frequency }) => `Acepto que los pagos siguientes se cobren ${frequency}.`,
  clauses: (terms) => [
    [
      "1. Arrendamiento",
      "Los artículos de arriba se arriendan por 12 meses. Son de la empresa de arrendamiento hasta que se compren.",
    ],
    [
      "2. Pagos",
      `Usted paga hoy $${terms.dueToday}${terms.tax ? `, incluido el impuesto sobre las ventas de $${terms.tax},` : ""} y ${terms.payments} pagos ${terms.frequency}, el primero después de la entrega del pedido completo.`,
    ],
    [
      "3. Compra y devolución",
      `Puede comprar los artículos por $${terms.buyout} en los primeros 90 días, o devolverlos y no deber más pagos.`,
    ],
  ],
  sign: "Firmar aquí",
  card: "Otra tarjeta",
  cardText:
    "La tarjeta fue rechazada y no se cobró nada. Escriba otra; este entorno de pruebas acepta cualquier número y no guarda ninguno.",
  cardNumber: "Número de tarjeta",
  cardExpires: "Vence, MM/AA",
  cardCode: "Código de seguridad",
  submit: "Enviar",
  script: {
    signed: "Firmado: ",
    left: "Faltan {missing} de {places} firmas.",
    allSigned: "Todo está firmado. Envíe el contrato para terminar.",
    lost: "Se perdió la conexión. Lo firmado se conserva; inténtelo otra vez.",
  },
}

export const contractWords: Record<Language, typeof en> = { en, es }
export type ContractWords = typeof en

/** Notices of the steps to the person who signs, by the English text. */
const spanishNotices: Record<string, string> = {
  "Signed. The first payment was received; you can go back to the shop.":
    "Firmado. Se recibió el primer pago; puede volver a la tienda.",
  "The card was declined and nothing was charged. Type another card and submit again.":
    "La tarjeta fue rechazada y no se cobró nada. Escriba otra tarjeta y envíe de nuevo.",
  "The first payment did not go through. Nothing was charged; submit again.":
    "El primer pago no se realizó. No se cobró nada; envíe de nuevo.",
}

export const noticeIn = (language: Language, notice: string) => (language === "es" && spanishNotices[notice]) || notice
