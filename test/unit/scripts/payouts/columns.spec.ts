import { amountIsOf, guessColumns, placeOf, plain } from "../../../../src/scripts/payouts/columns"

it.each([
  [
    ["Lease ID", "Paid on", "Net amount", "Fee", "Transaction ID"],
    { lease: "Lease ID", date: "Paid on", amount: "Net amount", fee: "Fee", line: "Transaction ID" },
  ],
  [
    ["AgreementNumber", "FundingDate", "Amount (USD)", "Type"],
    { lease: "AgreementNumber", date: "FundingDate", amount: "Amount (USD)", reason: "Type" },
  ],
  [
    ["LEASE_NO", "GROSS_AMOUNT", "DISCOUNT_FEE", "NET_AMOUNT", "PAYMENT_DATE"],
    { lease: "LEASE_NO", amount: "GROSS_AMOUNT", fee: "DISCOUNT_FEE", date: "PAYMENT_DATE" },
  ],
  [
    ["Contrato", "Fecha de pago", "Importe neto", "Comisión", "Motivo"],
    { lease: "Contrato", date: "Fecha de pago", amount: "Importe neto", fee: "Comisión", reason: "Motivo" },
  ],
  [["Order #", "Payout", "Date"], { order: "Order #", amount: "Payout", date: "Date" }],
  [["Merchant reference", "Order number", "Amount"], { lease: "Merchant reference", amount: "Amount" }],
  [["Lease", "Delivery date", "Payment date", "Amount"], { lease: "Lease", date: "Payment date", amount: "Amount" }],
  [["Lease", "Amount", "Description", "Note"], { lease: "Lease", amount: "Amount" }],
  [
    ["Account #", "ACH date", "Net funded amount"],
    { lease: "Account #", date: "ACH date", amount: "Net funded amount" },
  ],
  [["Invoice", "Amount EUR", "Check amount"], { order: "Invoice", amount: "Amount EUR" }],
  [["Lease", "NetFundedAmount", "Transaction #"], { lease: "Lease", amount: "NetFundedAmount", line: "Transaction #" }],
  [["Lease", "Paid amount"], { lease: "Lease", amount: "Paid amount" }],
  [["Lease", "Amount funded"], { lease: "Lease", amount: "Amount funded" }],
  [
    [
      "Release",
      "Lease status",
      "Preorder",
      "Order status",
      "Amounts",
      "Fee schedule",
      "Coffee",
      "Update",
      "Fecha alta",
    ],
    {},
  ],
  [["Retransaction id", "Transaction id code", "Treason", "Motivo 2", "Subtype", "Typeface", "Netting", "Dated"], {}],
  [["Kunde", "Betrag"], {}],
])("guesses the columns of %j", (headers, columns) => {
  expect(guessColumns(headers)).toEqual({ columns, unclear: {} })
})

it.each([
  [["Lease ID", "Application ID", "Amount"], { lease: ["Lease ID", "Application ID"] }],
  [["Lease ID", "Application ID", "Order", "Amount"], { lease: ["Lease ID", "Application ID"] }],
  [["Lease", "Amount", "Payout"], { amount: ["Amount", "Payout"] }],
  [["Lease", "Amount", "Amount"], { amount: ["Amount", "Amount"] }],
  [["Lease", "Amount", "Processing fee", "Commission"], { fee: ["Processing fee", "Commission"] }],
  [["Lease", "Amount", "Paid on", "Deposit date"], { date: ["Paid on", "Deposit date"] }],
])("chooses none of several likely columns of %j", (headers, unclear) => {
  const guess = guessColumns(headers)
  expect(guess.unclear).toEqual(unclear)
  for (const role of [...Object.keys(unclear), "order"]) expect(guess.columns).not.toHaveProperty(role)
})

it.each([
  ["Net amount", "net"],
  ["Gross", "gross"],
  ["Importe bruto", "gross"],
  ["Monto neto", "net"],
  ["Amount", null],
  ["Network amount", null],
])("the header %j says that amounts are %j", (header, amountIs) => {
  expect(amountIsOf(header)).toBe(amountIs)
})

it.each([
  ["Lease ID", ["lease id", "Lease ID"], 1],
  ["lease_id", ["Amount", "Lease ID"], 1],
  ["Lease", ["Lease ID"], null],
  ["Amount", ["Amount", "Amount"], null],
  ["AMOUNT", ["Amount", "amount "], null],
])("finds the column %j of %j at %j", (name, headers, place) => {
  expect(placeOf(name, headers)).toBe(place)
})

it.each([
  ["Número de línea #1 #2", "numero de linea number 1 number 2"],
  ["Amount (USD)", "amount"],
  ["Amount, USD paid", "amount usd paid"],
])("compares %j as %j", (header, words) => {
  expect(plain(header)).toBe(words)
})
