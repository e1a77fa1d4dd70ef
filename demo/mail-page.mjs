import { readFile } from "node:fs/promises"

/** @typedef {{ at: string, to: string, subject?: string, text?: string, language?: string }} Mail a line of the file that `demo/mailbox` writes */

/**
 * The e-mails that the store would have sent, newest first.
 *
 * @param {string} file @returns {Promise<Mail[]>}
 */
export async function readMails(file) {
  const lines = await readFile(file, "utf8").catch(() => "")
  return lines
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .reverse()
}

/** They as a page, in the shop's colors. @param {Mail[]} mails */
export function mailPage(mails) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>E-mails of the demo</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="shop.css">
  </head>
  <body>
    <header><a class="brand" href="./">Harbor <i>&amp;</i> North</a></header>
    <main>
      <h1>E-mails of the demo</h1>
      <p class="lead">The demo sends none. What a store would send is shown here, the newest first. Reload the page to see more.</p>
      ${mails.map(section).join("\n      ") || "<p>There is none yet.</p>"}
    </main>
  </body>
</html>
`
}

/** @param {Mail} mail */
function section({ at, to, subject = "", text = "", language = "en" }) {
  const heading = `<h2 lang="${html(language)}">${html(subject)}</h2>`
  const lines = text.split("\n\n").map((line) => `<p lang="${html(language)}">${html(line)}</p>`)
  const about = `<p class="hint">To ${html(to)}, ${html(at.slice(0, 19).replace("T", " "))} UTC</p>`
  return `<section class="narrow">${[heading, about, ...lines].join("")}</section>`
}

/** @param {string} text */
function html(text) {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
