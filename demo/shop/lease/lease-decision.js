import { main, other, plain, said, text, toCart } from "./screen.js"
import { help, say } from "./words.js"

/**
 * From the application to the operator's decision (A4, A5).
 *
 * @type {Record<"in_progress" | "deciding" | "undecided" | "over_limit" | "denied", import("./screen.js").ShowStep>}
 */
export const leaseDecision = {
  in_progress: ({ view, actions }) => ({
    content: said(view),
    buttons: [plain("look", actions.look), other(actions)],
  }),
  deciding: ({ actions }) => ({ content: [text(say("keep_open"))], buttons: [plain("look", actions.look)] }),
  undecided,
  over_limit: ({ view, actions }) => ({
    content: said(view),
    buttons: [main("change_cart", toCart), plain("look", actions.offer), other(actions)],
  }),
  denied: ({ view, actions }) => ({ content: said(view), buttons: [{ ...other(actions), kind: "main" }] }),
}

/** No decision yet (A4b): either the operator still decides, or its answer was lost and the form can be sent again. @type {import("./screen.js").ShowStep} */
function undecided({ view, actions }) {
  const waits = view.status === "undecided" && !view.form && view.poll_after_ms !== null
  return {
    content: [...said(view), ...(waits ? [countdown(view.poll_after_ms ?? 0)] : []), text(help(view), "hint")],
    buttons: [
      ...(view.form ? [main("send_again", actions.reopenForm)] : []),
      plain("look", actions.look),
      other(actions),
    ],
  }
}

/** Seconds until the form may be sent again. They are not read out. @param {number} ms */
function countdown(ms) {
  const end = Date.now() + ms
  const line = text("", "hint")
  const count = () => {
    line.textContent = say("send_again_in", { seconds: String(Math.max(0, Math.ceil((end - Date.now()) / 1000))) })
  }
  count()
  const timer = setInterval(() => (line.isConnected ? count() : clearInterval(timer)), 1000)
  return line
}
