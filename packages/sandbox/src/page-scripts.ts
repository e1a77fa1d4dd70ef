import { messageTexts, paths } from "./defaults"

/** The scripts of the contract and the widget. They run in the browser as is; they aren't compiled. */

const shared = `
const find = (selector) => document.querySelector(selector)
const dataIn = (selector) => JSON.parse(find(selector).textContent)

// Posts to this origin. Throws an Error with the response if it's a refusal.
async function ask(path, body) {
  const headers = { "content-type": "application/json" }
  const response = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) })
  const answer = await response.json()
  if (response.ok) return answer
  throw Object.assign(new Error(answer.detail), { answer })
}
`

/** The contract page's script. The server determines what is allowed, and which messages the page posts to the merchant's page and in which order. */
export const contractScript = String.raw`${shared}
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)]
  const form = find("#contract")
  const words = dataIn("#contract-words")
  let data = dataIn("#contract-data")
  let line = Promise.resolve(true)

  let relay = null
  const relayReady = data.relayUrl && new Promise((resolve) => {
    relay = Object.assign(document.createElement("iframe"), { hidden: true, title: "Relay", onload: resolve, src: data.relayUrl })
    document.body.append(relay)
  })

  async function post(messages, target) {
    if (!target || window.parent === window) return
    await relayReady
    for (const message of messages) {
      if (relay) relay.contentWindow.postMessage({ message, target }, new URL(data.relayUrl).origin)
      else window.parent.postMessage(message, target)
    }
  }

  function show() {
    const consented = data.consents.length === all("[data-consent]").length
    const complete = data.phase === "complete"
    for (const box of all("[data-consent]")) {
      box.checked = data.consents.includes(box.dataset.consent)
      box.disabled = data.signatures.length > 0 || complete
    }
    for (const button of all("[data-place]")) {
      const place = Number(button.dataset.place)
      const signed = data.signatures.includes(place)
      const mark = find('[data-signed="' + place + '"]')
      button.disabled = !consented || complete
      button.hidden = signed
      if (signed && mark.hidden) {
        const name = document.createElement("em")
        name.textContent = find("#signer").textContent
        mark.replaceChildren(words.signed, name)
      }
      mark.hidden = !signed
    }
    find("#card").hidden = data.phase !== "card"
    find("#submit").disabled = complete || !consented || data.signatures.length < data.places
    find("#submit").hidden = complete
    form.classList.toggle("complete", complete)
    const missing = data.places - data.signatures.length
    const next = !consented ? "" : missing ? words.left.replace("{missing}", missing).replace("{places}", data.places) : words.allSigned
    find("#notice").textContent = complete || data.phase === "card" ? data.notice : next
  }

  // Steps run one at a time, so a click during a running step isn't lost.
  const step = (action, body) => (line = line.then(() => take(action, body)))

  async function take(action, body) {
    find("#problem").textContent = ""
    try {
      data = await ask(location.pathname + "/" + action, body)
      post(data.messages, data.targetOrigin)
      return true
    } catch ({ answer }) {
      const texts = Object.values(answer?.errors ?? {}).flat()
      find("#problem").textContent = texts.length ? "The card " + texts[0] + "." : (answer?.detail ?? words.lost)
      return false
    } finally {
      show()
    }
  }

  for (const box of all("[data-consent]")) {
    box.addEventListener("change", () => step("consents", { name: box.dataset.consent, given: box.checked }))
  }
  for (const button of all("[data-place]")) {
    button.addEventListener("click", async () => {
      if (!(await step("signatures", { place: Number(button.dataset.place) }))) return
      const next = all("[data-place]").find((other) => !other.hidden) || find("#submit")
      next.focus()
    })
  }
  form.addEventListener("submit", async (event) => {
    event.preventDefault()
    find("#submit").disabled = true
    const digits = (id) => find(id).value.replace(/[\s-]/g, "")
    const card = { number: digits("#card-number"), expiration: find("#card-expiration").value.trim(), cvv: digits("#card-cvv") }
    if (!(await step("submit", data.phase === "card" ? { card } : {}))) return
    if (data.phase === "card") {
      for (const input of all("#card input")) input.value = ""
      find("#card-title").focus()
    } else if (data.phase === "complete") find("#notice").scrollIntoView({ block: "nearest" })
    else find("#problem").textContent = data.notice
  })

  show()
  post(data.messages, data.targetOrigin)
})()
`

/** The script of the page in the widget's frame. Reports to the widget's script, but sends what the shopper enters only to this origin's server. */
export const widgetPageScript = `${shared}
(() => {
  const form = find("#form")
  const words = dataIn("#widget-words")
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

  const take = (path, body) => ask("${paths.widget}/sessions" + path, body)
  const fieldsOf = ({ answer }) => Object.entries(answer?.errors ?? {}).map(([field, texts]) => field + " " + texts.join(", "))
  const messageOf = (error) => [error.answer?.detail ?? error.message, ...fieldsOf(error)].join(" ")
  const fail = (error) => say({ type: "failure", message: messageOf(error) })

  async function open({ cart, customer }, resume) {
    try {
      const opened = await take("", { cart, customer, resume })
      token = opened.token
      if (opened.phase === "card") return show(words.signedTitle, words.signedText, words.fillCard, finish)
      const known = { ...(customer?.address?.shipping ?? customer?.address?.billing), ...customer }
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
      if (!input.name || (input.value && input.tagName !== "SELECT")) continue
      input.value = input.dataset.test === "random" ? "212-45-" + digits(4) : input.dataset.test
    }
    find("button[type=submit]").focus()
  }

  form.onsubmit = async (event) => {
    event.preventDefault()
    const body = { languagePreference: document.documentElement.lang }
    for (const [name, value] of new FormData(form)) {
      const path = name.split(".")
      const last = path.pop()
      const target = path.reduce((inner, key) => (inner[key] ??= {}), body)
      target[last] = last === "grossIncomeMonthly" ? Number(value) : value
    }
    find("#problem").textContent = ""
    find("#text").textContent = words.deciding
    try {
      const response = await take("/" + token + "/application", body)
      form.reset()
      say({ type: "response", payload: response })
      if (response.status === "APP_APPROVED") return await sign()
      const leave = () => say({ type: "cancel" })
      if (response.status === "APP_DENIED") show(words.deniedTitle, words.deniedText, words.back, leave)
      else show(words.pendingTitle, words.pendingText, words.back, leave)
    } catch (error) {
      if (!fieldsOf(error).length) return fail(error)
      find("#text").textContent = ""
      find("#problem").textContent = messageOf(error)
    }
  }

  async function sign() {
    show(words.approvedTitle, words.approvedText)
    try {
      const { url, apart } = await take("/" + token + "/contract", {})
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
        const isDone = (data?.text ?? data) === "${messageTexts.done}" && data.success !== false
        if (isDone && source === frame.contentWindow) finish()
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
      const { card, success } = await take("/" + token + "/card", {})
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
  // The parent's origin isn't known yet, so this message contains nothing. The parent's reply has the origin.
  parent.postMessage({ type: "ready" }, "*")
})()
`
