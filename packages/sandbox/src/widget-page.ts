import type { Language } from "./defaults"
import { dataIn, html, page } from "./html"
import type { Reply } from "./http"
import { widgetPageScript } from "./page-scripts"
import { contractStyle } from "./style"
import { contractWords, widgetWords } from "./words"

type WidgetWords = ReturnType<typeof widgetWords>

type Field = { name: keyof WidgetWords["fields"]; type?: string; from?: string; test: string }

/** The application's fields (reference 3). `from`: the customer's member that fills it (spec 2.8); `test`: what the test button types. */
const groups: Record<keyof WidgetWords["groups"], Field[]> = {
  person: [
    { name: "customer.firstName", from: "firstName", test: "Robin" },
    { name: "customer.lastName", from: "lastName", test: "Example" },
    { name: "customer.emailAddress", type: "email", from: "email", test: "robin@example.com" },
    { name: "customer.cellPhone", type: "tel", from: "phone", test: "5125550100" },
    { name: "customer.birthdate", type: "date", test: "1988-04-12" },
    { name: "customer.ssn", type: "password", test: "random" },
  ],
  home: [
    { name: "customer.homeAddress.streetAddress1", from: "line1", test: "1 Main Street" },
    { name: "customer.homeAddress.city", from: "city", test: "Austin" },
    { name: "customer.homeAddress.state", from: "state", test: "TX" },
    { name: "customer.homeAddress.zip", from: "zip", test: "78701" },
  ],
  money: [
    { name: "customer.grossIncomeMonthly", type: "number", test: "4300" },
    { name: "customer.paymentFrequency.payFrequency", type: "select", test: "biWeekly" },
    { name: "customer.paymentFrequency.lastPayDate", type: "date", test: "2026-01-02" },
    { name: "customer.paymentFrequency.nextPayDate", type: "date", test: "2026-01-16" },
    { name: "bank.routingNumber", test: "111000025" },
    { name: "bank.accountNumber", type: "password", test: "000123456789" },
  ],
}

function fieldOf({ name, type = "text", from, test }: Field, { fields, frequencies }: WidgetWords) {
  const marks = html`name="${name}" required autocomplete="off" data-test="${test}"${from && html` data-from="${from}"`}`
  const options = Object.entries(frequencies).map(([value, text]) => html`<option value="${value}">${text}</option>`)
  const input = type === "select" ? html`<select ${marks}>${options}</select>` : html`<input type="${type}" ${marks}>`
  return html`<label>${fields[name]}${input}</label>`
}

/** The page in the widget's frame: application, decision, contract, card. */
export function widgetPage(merchantOrigin: string | undefined, language: Language): Reply {
  const words = widgetWords(language)
  const sections = (Object.keys(groups) as (keyof typeof groups)[]).map((group) => {
    const fields = groups[group].map((field) => fieldOf(field, words))
    return html`<fieldset><legend>${words.groups[group]}</legend><div>${fields}</div></fieldset>`
  })
  const body = html`<p class="sandbox">${contractWords(language).sandbox}</p>
<main>
<h1 id="title" tabindex="-1">${words.moment}</h1>
<p id="text" role="status"></p>
<p id="problem" role="alert"></p>
<form id="form" hidden>
${sections}
<div class="actions"><button type="submit" class="main">${words.apply}</button><button type="button" id="test">${words.test}</button></div>
</form>
<div class="actions" id="actions" hidden><button type="button" class="main" id="next"></button></div>
</main>
${dataIn("widget-words", words.script)}`
  return page(200, {
    title: words.overlay.title,
    body,
    language,
    style: contractStyle,
    script: widgetPageScript,
    ancestors: merchantOrigin ?? "*",
    frames: "'self'",
  })
}
