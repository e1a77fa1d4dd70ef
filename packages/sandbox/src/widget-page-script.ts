import { messageTexts, paths } from "./defaults"

/**
 * Script of the page in the widget's frame. Plain browser code: it is not compiled. It tells the widget's script what happened; what the
 * shopper types goes to this origin's server and nowhere else.
 */
export const widgetPageScript = `
(() => {
  const find = (selector) => document.querySelector(selector)
  const form = find("#form")
  const words = JSON.parse(find("#widget-words").textContent)
  let merchant = null
  let token = ""

  const say = (message) => merchant && parent.postMessage(message, merchant)

  function show(title, text, button, action) {
    find("#title").textContent = title
    find("#text").textContent = text
    find("#problem").textContent = ""
    form.hidden = true
    find("#actions").hidden = !button
    Object.assign(find("#next"), { textContent: button || "", onclick: action || null })
    find("#title").focus()
  }

  async function ask(path, body) {
    const response = await fetch("${paths.widget}/sessions" + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    if (response.ok) return answer
    const fields = Object.entries(answer.errors || {}).map(([field, texts]) => field + " " + texts.join(", "))
    throw Object.assign(new Error([answer.detail, ...fields].join(" ")), { fields })
  }

  const fail = (error) => say({ type: "failure", message: error.message })

  async function open({ cart, customer }, resume) {
    try {
      const opened = await ask("", { cart, customer, resume })
      token = opened.token
      if (opened.phase === "card") return show(words.signedTitle, words.signedText, words.fillCard, finish)
      const address = (customer && customer.address) || {}
      const known = { ...(address.shipping || address.billing), ...customer }
      for (const input of form.elements) {
        const value = known[input.dataset.from]
        if (typeof value === "string") input.value = value
      }
      show(words.formTitle, words.formText)
      form.hidden = false
    } catch (error) {
      fail(error)
    }
  }

  find("#test").onclick = () => {
    const digits = (length) => String(Math.floor(Math.random() * 10 ** length)).padStart(length, "1")
    for (const input of form.elements) {
      if (input.name && (!input.value || input.tagName === "SELECT")) input.value = input.dataset.test === "random" ? "212-45-" + digits(4) : input.dataset.test
    }
    find("button[type=submit]").focus()
  }

  form.onsubmit = async (event) => {
    event.preventDefault()
    // The contract follows it.
    const body = { languagePreference: document.documentElement.lang }
    for (const [name, value] of new FormData(form)) {
      const path = name.split(".")
      const last = path.pop()
      const target = path.reduce((inner, key) => (inner[key] = inner[key] || {}), body)
      target[last] = last === "grossIncomeMonthly" ? Number(value) : value
    }
    find("#problem").textContent = ""
    find("#text").textContent = words.deciding
    try {
      const response = await ask("/" + token + "/application", body)
      form.reset()
      say({ type: "response", payload: response })
      if (response.status === "APP_APPROVED") return await sign()
      const leave = () => say({ type: "cancel" })
      if (response.status === "APP_DENIED") show(words.deniedTitle, words.deniedText, words.back, leave)
      else show(words.pendingTitle, words.pendingText, words.back, leave)
    } catch (error) {
      if (!error.fields || !error.fields.length) return fail(error)
      find("#text").textContent = ""
      find("#problem").textContent = error.message
    }
  }

  async function sign() {
    show(words.approvedTitle, words.approvedText)
    try {
      const { url, apart } = await ask("/" + token + "/contract", {})
      if (!url) return finish()
      const note = document.createElement("p")
      if (apart.length) {
        const lines = apart.map(({ description, amount }) => description + " ($" + amount.toFixed(2) + ")")
        note.textContent = words.apart.replace("{lines}", () => lines.join(", "))
      }
      const frame = document.createElement("iframe")
      frame.title = words.contract
      frame.src = url
      addEventListener("message", ({ source, data }) => {
        const isDone = source === frame.contentWindow && (data === "${messageTexts.done}" || (data && data.text === "${messageTexts.done}" && data.success !== false))
        if (isDone) finish()
      })
      find("main").className = "frame"
      find("main").replaceChildren(...(apart.length ? [note] : []), frame)
      frame.focus()
    } catch (error) {
      fail(error)
    }
  }

  async function finish() {
    try {
      const { card, success } = await ask("/" + token + "/card", {})
      say({ type: "success", card, success, token })
    } catch (error) {
      fail(error)
    }
  }

  addEventListener("message", ({ source, origin, data }) => {
    if (source !== parent || !data || data.type !== "open" || merchant) return
    merchant = origin
    open(data.config, data.resume)
  })
  // No partner is known yet, so nothing is said; the opener answers with its origin.
  parent.postMessage({ type: "ready" }, "*")
})()
`
