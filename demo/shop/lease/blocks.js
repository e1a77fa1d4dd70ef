import { countdownText } from "/lease-to-own/screens.js"
import { el } from "../dom.js"

/** @typedef {import("/lease-to-own/screens.js").Block} Block */

/** A part of a screen, in the markup of the package's style sheet. @param {Exclude<Block, { kind: "form" }>} block @returns {HTMLElement} */
export function showBlock(block) {
  switch (block.kind) {
    case "text":
      return showText(block)
    case "points":
      return el("ul", { "data-lease-points": "" }, ...block.points.map((point) => el("li", {}, point)))
    case "figures":
      return showFigures(block)
    case "consent":
      return consentBox(block)
    case "waiting":
      return el("div", { "data-lease-waiting": "" })
    case "countdown":
      return countdown(block)
  }
}

/** The shopper's consent, before the form and again in it. @param {import("/lease-to-own/screens.js").ConsentBlock} block */
export function consentBox({ text, version, language }) {
  const box = el("input", { type: "checkbox", id: "consent", name: "consent", value: version, required: true })
  const problem = el("span", { id: "consent-error", "data-lease-error": "" })
  box.setAttribute("aria-describedby", problem.id)
  return el("div", { "data-lease-consent": "" }, el("label", {}, box, el("span", { lang: language }, text)), problem)
}

/** @param {Omit<Extract<Block, { kind: "text" }>, "kind">} block */
function showText({ tone, text }) {
  return el("p", { "data-lease-text": tone, ...(tone === "wrong" && { role: "alert" }) }, text)
}

/** @param {Extract<Block, { kind: "figures" }>} block */
function showFigures({ look, rows, summary }) {
  const lines = rows.map(({ name, label, value }) =>
    el("div", { "data-lease-figure": name }, el("dt", {}, label), el("dd", {}, value)),
  )
  const list = el("dl", { "data-lease-figures": look }, ...lines)
  return summary ? el("details", { "data-lease-more": "" }, el("summary", {}, summary), list) : list
}

/** @param {Extract<Block, { kind: "countdown" }>} block */
function countdown(block) {
  const line = showText({ tone: "hint", text: countdownText(block) })
  const timer = setInterval(() => {
    if (!line.isConnected) return clearInterval(timer)
    line.textContent = countdownText(block)
  }, 1000)
  return line
}
