import { contractStyle } from "./contract-page-style"
import { contentPolicy, escapeHtml, newNonce } from "./html"
import type { Reply } from "./http"
import { widgetPageScript } from "./widget-page-script"

type Field = { name: string; label: string; type?: string; from?: string; test: string; options?: [string, string][] }

/** The application's fields (reference 3). `from`: the customer's member that fills it (spec 2.8); `test`: what the test button types. */
const groups: { title: string; fields: Field[] }[] = [
  {
    title: "About you",
    fields: [
      { name: "customer.firstName", label: "First name", from: "firstName", test: "Robin" },
      { name: "customer.lastName", label: "Last name", from: "lastName", test: "Example" },
      {
        name: "customer.emailAddress",
        label: "E-mail address",
        type: "email",
        from: "email",
        test: "robin@example.com",
      },
      { name: "customer.cellPhone", label: "Mobile phone", type: "tel", from: "phone", test: "5125550100" },
      { name: "customer.birthdate", label: "Date of birth", type: "date", test: "1988-04-12" },
      { name: "customer.ssn", label: "Social Security number", type: "password", test: "random" },
    ],
  },
  {
    title: "Where you live",
    fields: [
      { name: "customer.homeAddress.streetAddress1", label: "Street", from: "line1", test: "1 Main Street" },
      { name: "customer.homeAddress.city", label: "City", from: "city", test: "Austin" },
      { name: "customer.homeAddress.state", label: "State, two letters", from: "state", test: "TX" },
      { name: "customer.homeAddress.zip", label: "Zip code", from: "zip", test: "78701" },
    ],
  },
  {
    title: "Income and bank account",
    fields: [
      { name: "customer.grossIncomeMonthly", label: "Monthly income", type: "number", test: "4300" },
      {
        name: "customer.paymentFrequency.payFrequency",
        label: "How often you are paid",
        test: "biWeekly",
        options: [
          ["weekly", "Every week"],
          ["biWeekly", "Every two weeks"],
          ["semiMonthly", "Twice a month"],
          ["monthly", "Every month"],
        ],
      },
      { name: "customer.paymentFrequency.lastPayDate", label: "Last payday", type: "date", test: "2026-01-02" },
      { name: "customer.paymentFrequency.nextPayDate", label: "Next payday", type: "date", test: "2026-01-16" },
      { name: "bank.routingNumber", label: "Routing number", test: "111000025" },
      { name: "bank.accountNumber", label: "Account number", type: "password", test: "000123456789" },
    ],
  },
]

const style = `${contractStyle}
main.frame { max-width: none; height: calc(100dvh - 38px); padding: 0; }
form label { margin: 0 0 12px; font-size: 15px; }
form input, form select { display: block; width: 100%; min-height: 44px; margin-top: 4px; padding: 8px 12px; border: 1px solid var(--soft); border-radius: 8px; background: var(--sheet); color: var(--ink); font: inherit; }
main.frame { display: flex; flex-direction: column; }
main.frame p { margin: 8px 16px; }
iframe { display: block; width: 100%; flex: 1; border: 0; }
h1:focus { outline: none; }
.actions { display: flex; flex-wrap: wrap; gap: 12px; }
button.main { background: var(--accent); color: var(--on-accent); }
#problem:empty { display: none; }
`

function fieldOf({ name, label, type = "text", from, test, options }: Field): string {
  const marks = `name="${name}" required autocomplete="off" data-test="${test}"${from ? ` data-from="${from}"` : ""}`
  const choices = (options ?? []).map(([value, text]) => `<option value="${value}">${text}</option>`).join("")
  const input = options ? `<select ${marks}>${choices}</select>` : `<input type="${type}" ${marks}>`
  return `<label>${escapeHtml(label)}${input}</label>`
}

/** The page in the widget's frame: application, decision, contract, card. */
export function widgetPage(merchantOrigin: string | undefined): Reply {
  const nonce = newNonce()
  const sections = groups
    .map(
      ({ title, fields }) =>
        `<fieldset><legend>${title}</legend><div>${fields.map(fieldOf).join("\n")}</div></fieldset>`,
    )
    .join("\n")
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Lease-to-own application</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<p class="sandbox">Sandbox: nothing here is binding and nothing is charged.</p>
<main>
<h1 id="title" tabindex="-1">One moment</h1>
<p id="text" role="status"></p>
<p id="problem" role="alert"></p>
<form id="form" hidden>
${sections}
<div class="actions"><button type="submit" class="main">Apply</button><button type="button" id="test">Fill the rest with test data</button></div>
</form>
<div class="actions" id="actions" hidden><button type="button" class="main" id="next"></button></div>
</main>
<script nonce="${nonce}">${widgetPageScript}</script>
</body>
</html>`
  return {
    status: 200,
    text,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentPolicy(nonce, merchantOrigin ?? "*", "'self'"),
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    },
  }
}
