import type { ShopRoom } from "./shop-room"

/** A checkout with the operator's widget (`<lease-hosted>`) and a card provider that charges nothing, for the browser's cart. */
export function hostedPage({ url, shop }: ShopRoom): string {
  const inputs = ["cardnumber", "cvv", "expiration", "name", "address", "city", "state", "zip"]
    .map((name) => `<input id="lease-card-${name}" readonly>`)
    .join("")
  return `<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Checkout</title>
<link rel="stylesheet" href="/lease-to-own/style.css">
<style>html { background: Canvas }</style>
<main>
  <h1 tabindex="-1">Checkout</h1>
  <label><input type="radio"> Lease-to-own with Sandbox Leasing</label>
  <div></div>
</main>
<script type="module">
  import "/lease-to-own/hosted-element.js"
  import { en } from "/lease-to-own/en.js"
  const backendUrl = ${JSON.stringify(url)}
  const publishableKey = ${JSON.stringify(shop.publishableKey)}
  const cartId = localStorage.getItem("cart_id")
  const [heading, radio, below] = document.querySelectorAll("h1, [type=radio], main > div")
  const headers = { "content-type": "application/json", "x-publishable-api-key": publishableKey }
  const ask = async (path, body = {}) =>
    (await fetch(backendUrl + "/store/" + path, { method: "POST", headers, body: JSON.stringify(body) })).json()

  const element = document.createElement("lease-hosted")
  element.innerHTML = '<p id="masked"></p><div hidden>${inputs}</div>'
  const [number, ...others] = element.querySelectorAll("input")
  const card = {
    isFilled: () => number.value !== "",
    mask: () => element.querySelector("#masked").replaceChildren("Virtual card ending in " + number.value.slice(-4)),
    clear: () => [number, ...others].forEach((input) => { input.value = "" }),
    tokenize: async () => crypto.randomUUID(),
  }
  const pay = async () => {
    const { payment_collection } = await ask("payment-collections", { cart_id: cartId })
    await ask("payment-collections/" + payment_collection.id + "/payment-sessions", { provider_id: "pp_system_default" })
    await ask("carts/" + cartId + "/complete")
    return null
  }
  Object.assign(element, { cartId, backendUrl, publishableKey, dictionary: en, amount: "$491.46", card, pay })
  element.addEventListener("lease-placed", () => {
    heading.textContent = "Thank you"
    below.replaceChildren()
  })
  element.addEventListener("lease-other", () => {
    below.replaceChildren()
    radio.checked = false
    radio.focus()
  })
  radio.onchange = () => below.replaceChildren(element)
</script>
</html>`
}
