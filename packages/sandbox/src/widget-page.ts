import { contractStyle } from "./contract-page-style"
import { contractWords, type Language } from "./contract-words"
import { contentPolicy, escapeHtml, escapeJson, newNonce } from "./html"
import type { Reply } from "./http"
import { widgetPageScript } from "./widget-page-script"
import { type WidgetWords, widgetWords } from "./widget-words"

type Field = { name: keyof WidgetWords["fields"]; type?: string; from?: string; test: string; isChoice?: true }

/** The application's fields (reference 3). `from`: the customer's member that fills it (spec 2.8); `test`: what the test button types. */
const groups: { title: keyof WidgetWords["groups"]; fields: Field[] }[] = [
  {
    title: "person",
    fields: [
      { name: "customer.firstName", from: "firstName", test: "Robin" },
      { name: "customer.lastName", from: "lastName", test: "Example" },
      {
        name: "customer.emailAddress",
        type: "email",
        from: "email",
        test: "robin@example.com",
      },
      { name: "customer.cellPhone", type: "tel", from: "phone", test: "5125550100" },
      { name: "customer.birthdate", type: "date", test: "1988-04-12" },
      { name: "customer.ssn", type: "password", test: "random" },
    ],
  },
  {
    title: "home",
    fields: [
      { name: "customer.homeAddress.streetAddress1", from: "line1", test: "1 Main Street" },
      { name: "customer.homeAddress.city", from: "city", test: "Austin" },
      { name: "customer.homeAddress.state", from: "state", test: "TX" },
      { name: "customer.homeAddress.zip", from: "zip", test: "78701" },
    ],
  },
  {
    title: "money",
    fields: [
      { name: "customer.grossIncomeMonthly", type: "number", test: "4300" },
      {
        name: "customer.paymentFrequency.payFrequency",
        test: "biWeekly",
        isChoice: true,
      },
      { name: "customer.paymentFrequency.lastPayDate", type: "date", test: "2026-01-02" },
      { name: "customer.paymentFrequency.nextPayDate", type: "date", test: "2026-01-16" },
      { name: "bank.routingNumber", test: "111000025" },
      { name: "bank.accountNumber", type: "password", test: "000123456789" },
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

function fieldOf({ name, type = "text", from, test, isChoice }: Field, { fields, frequencies }: WidgetWords): string {
  const marks = `name="${name}" required autocomplete="off" data-test="${test}"${from ? ` data-from="${from}"` : ""}`
  const choices = Object.entries(frequencies).map(
    ([value, text]) => `<option value="${value}">${escapeHtml(text)}</option>`,
  )
  const input = isChoice ? `<select ${marks}>${choices.join("")}</select>` : `<input type="${type}" ${marks}>`
  return `<label>${escapeHtml(fields[name])}${input}</label>`
}

/** The page in the widget's frame: application, decision, contract, card. */
export function widgetPage(merchantOrigin: string | undefined, language: Language): Reply {
  const nonce = newNonce()
  const words = widgetWords[language]
  const sections = groups
    .map(
      ({ title, fields }) =>
        `<fieldset><legend>${escapeHtml(words.groups[title])}</legend><div>${fields.map((field) => fieldOf(field, words)).join("\n")}</div></fieldset>`,
    )
    .join("\n")
  const text = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(words.overlay.title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<p class="sandbox">${escapeHtml(contractWords[language].sandbox)}</p>
<main>
<h1 id="title" tabindex="-1">${escapeHtml(words.moment)}</h1>
<p id="text" role="status"></p>
<p id="problem" role="alert"></p>
<form id="form" hidden>
${sections}
<div class="actions"><button type="submit" class="main">${escapeHtml(words.apply)}</button><button type="button" id="test">${escapeHtml(words.test)}</button></div>
</form>
<div class="actions" id="actions" hidden><button type="button" class="main" id="next"></button></div>
</main>
<script type="application/json" id="widget-words">${escapeJson(words.script)}</script>
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
