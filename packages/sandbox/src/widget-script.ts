import { paths, widgetStart } from "./defaults"
import { escapeJson } from "./html"
import { widgetWords } from "./words"

const overlays = { en: widgetWords("en").overlay, es: widgetWords("es").overlay }

/**
 * The widget's script (reference 12): one global function that opens the overlay, fills in the merchant's card fields, and reports through five
 * callbacks (spec 6.2). The card's data goes from the widget's frame into the fields and isn't stored. The session's token is kept in
 * sessionStorage so that a signed lease can be found after a reload. Runs in the browser as is; it isn't compiled.
 */
export const widgetScript = `
(() => {
  const origin = new URL(document.currentScript.src).origin
  const overlays = ${escapeJson(overlays)}
  // The browser's language, which is also the contract's.
  const language = navigator.language.slice(0, 2) in overlays ? navigator.language.slice(0, 2) : "en"
  const words = overlays[language]
  // The token's key in the merchant page's sessionStorage. The widget's frame can't store the token itself, because browsers deny storage to
  // third-party iframes.
  const KEPT = "lease-widget"

  function fill(siteConfig, card) {
    for (const [name, selector] of Object.entries(siteConfig || {})) {
      let field = null
      try {
        field = typeof selector === "string" ? document.querySelector(selector) : null
      } catch {}
      if (!field || !(name in card) || !write(field, card[name])) console.warn("Lease widget: no field for " + name + ".")
    }
  }

  function write(field, value) {
    if (field instanceof HTMLSelectElement) {
      const options = [...field.options]
      const option = options.find((each) => each.value === value) || options.find((each) => each.label.trim() === value)
      if (!option) return false
      field.value = option.value
    } else if (field instanceof HTMLInputElement) {
      // Bypass a framework's own property. The events below notify the framework.
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, value)
    } else return false
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }))
    return true
  }

  function overlay() {
    const [dialog, bar, title, close, frame] = ["dialog", "div", "strong", "button", "iframe"].map((name) => document.createElement(name))
    title.textContent = frame.title = words.title
    close.type = "button"
    close.textContent = words.cancel
    dialog.setAttribute("aria-label", words.title)
    dialog.lang = language
    // Set each style from the script, because a Content Security Policy may forbid style attributes.
    Object.assign(dialog.style, { colorScheme: "light dark", background: "Canvas", color: "CanvasText", boxSizing: "border-box", display: "flex", flexDirection: "column", inset: "0", margin: "auto", padding: "0", width: "min(720px, 100vw)", maxWidth: "100vw", height: "min(860px, 100dvh)", maxHeight: "100dvh", border: "1px solid GrayText", borderRadius: "12px", overflow: "hidden" })
    Object.assign(bar.style, { display: "flex", justifyContent: "space-between", alignItems: "center", gap: "12px", padding: "10px 16px", font: "16px system-ui, sans-serif" })
    Object.assign(close.style, { minHeight: "40px", padding: "6px 16px", font: "inherit", color: "CanvasText", background: "Canvas", border: "1px solid GrayText", borderRadius: "8px", cursor: "pointer" })
    Object.assign(frame.style, { flex: "1", width: "100%", border: "0", borderTop: "1px solid GrayText" })
    bar.append(title, close)
    dialog.append(bar, frame)
    return { dialog, close, frame }
  }

  window.${widgetStart.functionName} = (given) => {
    const config = given || {}
    const opener = document.activeElement
    const { dialog, close, frame } = overlay()
    let leaseId
    let hasEnded = false

    function tell(name, payload) {
      try {
        if (typeof config[name] === "function") config[name](payload)
      } catch (error) {
        console.error(error)
      }
    }

    function end(name, payload) {
      if (hasEnded) return
      hasEnded = true
      clearTimeout(silence)
      removeEventListener("message", hear)
      dialog.close()
      dialog.remove()
      if (opener && opener.focus) opener.focus()
      tell(name, payload)
    }

    const known = () => (leaseId ? { id: leaseId } : {})
    const cancel = () => end("onCancel", known())
    const silence = setTimeout(() => end("onFailure", { message: words.silent }), ${widgetStart.silentMs})

    function hear({ origin: from, source, data }) {
      if (from !== origin || source !== frame.contentWindow || !data || hasEnded) return
      if (data.type === "ready") {
        clearTimeout(silence)
        const { siteConfig, ...rest } = config
        // Drop functions, which can't be posted.
        frame.contentWindow.postMessage({ type: "open", config: JSON.parse(JSON.stringify(rest)), resume: sessionStorage.getItem(KEPT) || undefined }, origin)
      }
      if (data.type === "response") {
        leaseId = data.payload.leaseId
        tell("onApplicationSubmitResponse", data.payload)
        if (data.payload.status === "APP_APPROVED") tell("onApproved", { leaseId })
      }
      if (data.type === "cancel") cancel()
      if (data.type === "failure") end("onFailure", { message: data.message, ...known() })
      if (data.type === "success") {
        sessionStorage.setItem(KEPT, data.token)
        fill(config.siteConfig, data.card)
        end("onSuccess", data.success)
      }
    }

    addEventListener("message", hear)
    close.onclick = cancel
    dialog.oncancel = (event) => {
      event.preventDefault()
      cancel()
    }
    frame.src = origin + "${paths.widget}/page?language=" + language
    document.body.append(dialog)
    dialog.showModal()
    return { close: cancel }
  }
})()
`
