import type { Language } from "./defaults"
import { dataIn, html, page } from "./html"
import type { Reply } from "./http"
import { widgetPageScript } from "./page-scripts"
import { contractStyle } from "./style"
import { contractWords, type FormField, widgetWords } from "./words"

export function widgetPage(merchantOrigin: string | undefined, language: Language): Reply {
  const words = widgetWords(language)
  const { sandbox, frequencies } = contractWords(language)
  const options = Object.entries(frequencies).map(([value, text]) => html`<option value="${value}">${text}</option>`)
  const fieldOf = ([name, label, type, test, from]: FormField) => {
    const marks = html`name="${name}" required autocomplete="off" data-test="${test}"${from && html` data-from="${from}"`}`
    const input = type === "select" ? html`<select ${marks}>${options}</select>` : html`<input type="${type}" ${marks}>`
    return html`<label>${label}${input}</label>`
  }
  const sections = Object.entries(words.form).map(
    ([legend, fields]) => html`<fieldset><legend>${legend}</legend><div>${fields.map(fieldOf)}</div></fieldset>`,
  )
  const body = html`<p class="sandbox">${sandbox}</p>
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
