/** Names and values of the lines about a lease's cost in an email: the terms of the offer that the shopper saw. */
type Texts = {
  total: string
  allPayments: string
  allPaymentsOver: string
  totalWithTax: string
  totalWithEstimatedTax: string
  totalWithFees: string
  dueAtSigning: string
  thenPayments: string
  afterSigning: string
  namedPayments: string
  namedPaymentsAfter: string
  beforeTax: string
  withTax: string
  withFees: string
  each: string
  eachAndLast: string
  every: Record<string, string>
}

const en: Texts = {
  total: "Total cost",
  allPayments: "{label} ({payments} payments)",
  allPaymentsOver: "{label} ({payments} payments over {months} months)",
  totalWithTax: "{label} with sales tax",
  totalWithEstimatedTax: "{label} with estimated sales tax",
  totalWithFees: "{label} with fees",
  dueAtSigning: "Due at signing",
  thenPayments: "Then {payments} payments",
  afterSigning: "{payments} payments after signing",
  namedPayments: "{label} ({payments})",
  namedPaymentsAfter: "{label} ({payments} after the first)",
  beforeTax: "{label}, before tax",
  withTax: "{label}, with sales tax",
  withFees: "{label}, with fees",
  each: "{amount} each",
  eachAndLast: "{amount} each, last payment {last}",
  every: {
    weekly: "every week",
    biWeekly: "every two weeks",
    semiMonthly: "twice a month",
    monthly: "every month",
  },
}

const es: Texts = {
  total: "Costo total",
  allPayments: "{label} ({payments} pagos)",
  allPaymentsOver: "{label} ({payments} pagos en {months} meses)",
  totalWithTax: "{label} con impuesto sobre las ventas",
  totalWithEstimatedTax: "{label} con el impuesto sobre las ventas estimado",
  totalWithFees: "{label} con cargos",
  dueAtSigning: "A pagar al firmar",
  thenPayments: "Después, {payments} pagos",
  afterSigning: "{payments} pagos después de la firma",
  namedPayments: "{label} ({payments})",
  namedPaymentsAfter: "{label} ({payments} después del primero)",
  beforeTax: "{label}, antes de impuestos",
  withTax: "{label}, con impuesto sobre las ventas",
  withFees: "{label}, con cargos",
  each: "{amount} cada uno",
  eachAndLast: "{amount} cada uno, último pago {last}",
  every: {
    weekly: "cada semana",
    biWeekly: "cada dos semanas",
    semiMonthly: "dos veces al mes",
    monthly: "cada mes",
  },
}

export const costTexts = { en, es }
