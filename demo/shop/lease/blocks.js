import { countdownText } from "/lease-to-own/screens.js"
import { el, figures } from "../dom.js"

/** @typedef {import("/lease-to-own/screens.js").Block} Block */

/** A part of a screen; `application-form.js` has the form. @param {Exclude<Block, { kind: "form" }>} block @returns {HTMLElement} */
export function showBlock(block) {
  switch (block.kind) {
    case "text":
      return showText(block)
    case "points":
      return el("ul", { className: "points" }, ...block.points.map((point) => el("li", {}, point)))
    case "figures":
      return showFigures(block)
    case "consent":
      return consentBox(block)
    case "waiting":
      return el("div", { className: "waiting" })
    case "countdown":
      return countdown(block)
  }
}

/** The shopper's consent, before the form and again in it. @param {import("/lease-to-own/screens.js").ConsentBlock} block */
export function consentBox({ text, version, language }) {
  const box = el("input", { type: "checkbox", id: "consent", name: "consent", value: version, required: true })
  const problem = el("span", { id: "consent-error", className: "problem" })
  box.setAttribute("aria-describedby", problem.id)
  return el("div", { className: "consent" }, el("label", {}, box, el("span", { lang: language }, text)), problem)
}

/** @param {Extract<Block, { kind: "text" }>} block */
function showText({ tone, text }) {
  if (tone === "wrong") return el("p", { className: "error", role: "alert" }, text)
  return el("p", { className: tone === "plain" ? "" : tone }, text)
}

/** @param {Extract<Block, { kind: "figures" }>} block */
function showFigures({ look, rows, summary }) {
  const list = figures(
    rows.map(({ label, value }) => [label, value]),
    look === "plain" ? "" : look,
  )
  return summary ? el("details", {}, el("summary", {}, summary), list) : list
}

/** @param {Extract<Block, { kind: "countdown" }>} block */
function countdown(block) {
  const line = el("p", { className: "hint" }, countdownText(block))
  const timer = setInterval(() => {
    if (!line.isConnected) return clearInterval(timer)
    line.textContent = countdownText(block)
  }, 1000)
  return line
}
