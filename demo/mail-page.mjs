import { readFile } from "node:fs/promises"

/** Returns a page with the emails that the store would have sent, newest first. @param {string} file that `demo/mailbox` writes */
export async function mailPage(file) {
  const lines = (await readFile(file, "utf8").catch(() => "")).split("\n").filter(Boolean)
  const mails = lines.reverse().map((line) => section(JSON.parse(line)))
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Emails of the demo</title>
  <link rel="icon" href="data:,">
  <link rel="stylesheet" href="shop.css">
  <main>
    <a href="./">Harbor &amp; North</a>
    <h1>Emails of the demo</h1>
    <p>The demo sends no emails. This page shows what a store would send, newest first. Reload it to see more.</p>
    ${mails.join("") || "<p>No emails yet.</p>"}
  </main>
</html>
`
}

/** @param {{ at: string, to: string, subject?: string, text?: string, language?: string }} mail */
function section({ at, to, subject = "", text = "", language = "en" }) {
  const lines = text.split("\n\n").map((line) => `<p>${linked(html(line))}</p>`)
  const about = `<p class="hint" lang="en">To ${html(to)}, ${html(at.slice(0, 19).replace("T", " "))} UTC</p>`
  return `<section lang="${html(language)}"><h2>${html(subject)}</h2>${about}${lines.join("")}</section>`
}

/** @param {string} markup */
function linked(markup) {
  return markup.replace(/https?:\/\/\S+/g, (address) => `<a href="${address}">${address}</a>`)
}

/** @param {string} text */
function html(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
