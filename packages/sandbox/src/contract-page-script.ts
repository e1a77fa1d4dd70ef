/**
 * Script of the contract page. The server decides what is allowed and which messages are due; the page asks, shows and posts them to
 * the merchant's page, in the order in which the server gave them. Plain browser code: it is not compiled.
 */
export const contractScript = String.raw`
(() => {
  const find = (selector) => document.querySelector(selector)
  const all = (selector) => [...document.querySelectorAll(selector)]
  const form = find("#contract")
  const signer = find("#signer").textContent
  const words = JSON.parse(find("#contract-words").textContent)
  let data = JSON.parse(find("#contract-data").textContent)
  let line = Promise.resolve(true)

  const relay = data.relayUrl ? document.createElement("iframe") : null
  const relayReady = relay
    ? new Promise((resolve) => {
        relay.hidden = true
        relay.title = "Relay"
        relay.onload = resolve
        relay.src = data.relayUrl
        document.body.append(relay)
      })
    : null

  async function post(messages, target) {
    if (!target || window.parent === window) return
    if (relayReady) await relayReady
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
        name.textContent = signer
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

  // One after the other: a click that comes while the last one is still in progress is not lost.
  function step(action, body) {
    line = line.then(() => take(action, body))
    return line
  }

  async function take(action, body) {
    find("#problem").textContent = ""
    let ok = false
    try {
      const response = await fetch(location.pathname + "/" + action, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      })
      const answer = await response.json()
      if (response.ok) {
        data = answer
        ok = true
        post(data.messages, data.targetOrigin)
      } else {
        const texts = Object.values(answer.errors || {}).flat()
        find("#problem").textContent = texts.length ? "The card " + texts[0] + "." : answer.detail
      }
    } catch {
      find("#problem").textContent = words.lost
    }
    show()
    return ok
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
    const before = data.phase
    if (!(await step("submit", before === "card" ? { card } : {}))) return
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
