import { type Block, countdownText } from "../screens/screen.js"
import { make } from "./make.js"

/** The parts of a screen, with the same markup as in `lease-to-own-react` (`same-markup.spec.tsx`). */
type Shown<Kind extends Block["kind"]> = Omit<Extract<Block, { kind: Kind }>, "kind">

export function plainPart(block: Block): HTMLElement | null {
  switch (block.kind) {
    case "text":
      return textPart(block)
    case "points":
      return pointsPart(block)
    case "figures":
      return figuresPart(block)
    case "disclosure":
      return make("p", { "data-lease-disclosure": true, lang: block.language }, block.text)
    case "waiting":
      return make("div", { "data-lease-waiting": true })
    default:
      return null
  }
}

export function textPart({ tone, text }: Shown<"text">): HTMLElement {
  return make("p", { "data-lease-text": tone, role: tone === "wrong" && "alert" }, text)
}

export function pointsPart({ points }: Shown<"points">): HTMLElement {
  return make("ul", { "data-lease-points": true }, ...points.map((point) => make("li", {}, point)))
}

export function figuresPart({ variant, rows, summary }: Shown<"figures">): HTMLElement {
  const list = make(
    "dl",
    { "data-lease-figures": variant },
    ...rows.map(({ name, label, value }) =>
      make("div", { "data-lease-figure": name }, make("dt", {}, label), make("dd", {}, value)),
    ),
  )
  return summary ? make("details", { "data-lease-more": true }, make("summary", {}, summary), list) : list
}

export function countdownPart(block: Extract<Block, { kind: "countdown" }>): HTMLElement {
  const line = textPart({ tone: "hint", text: countdownText(block) })
  const timer = setInterval(() => {
    if (!line.isConnected) return clearInterval(timer)
    line.textContent = countdownText(block)
  }, 1000)
  return line
}
