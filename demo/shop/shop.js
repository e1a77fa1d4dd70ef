/**
 * A whole storefront around the kit's elements: `<lease-message>` above the catalog, below a product's price, in the cart and at the payment method,
 * `<lease-checkout>` among the payment methods, and `<lease-status>` on the order page. `shop.css` gives the elements this shop's colors. All other data is read from the store
 * each time, so a reload, a second tab and the Back button show the same.
 */

import "/lease-to-own/elements.js"
import { createLeaseClient, forgetFinishedCart } from "/lease-to-own/index.js"
import { checkoutPage, totals } from "./checkout.js"
import { fill, focusOn, html, money, once, onPress, showError } from "./html.js"
import { add, ask, cartId, forgetCart, keepCart, readCart, regionId, STORE, setQuantity, transport } from "./store.js"

/**
 * Fills `main`, and may return a function that ends the page.
 *
 * @type {Record<string, (main: HTMLElement) => Promise<(() => void) | void>>}
 */
const PAGES = { "#/": catalogPage, "#/cart": cartPage, "#/checkout": checkoutPage, "#/order": orderPage }
/** The path of a product's page, followed by the product's handle. */
const PRODUCT = "#/product/"
const PRODUCT_FIELDS = "id,title,description,handle,collection.title,*variants.calculated_price"

let leave = () => {}
let visits = 0
/** The URL fragment of the page that is shown. */
let shown = ""

// If the shopper decided not to leave a form, the address has already been restored and nothing needs to change.
addEventListener("hashchange", () => location.hash !== shown && visit())
visit()

async function visit() {
  const number = ++visits
  shown = location.hash
  leave()
  // Each page gets a new element, so that late results of an earlier page are discarded with its element.
  const main = Object.assign(document.createElement("main"), { tabIndex: -1 })
  document.querySelector("main")?.replaceWith(main)
  const inShop = PAGES[shown] ?? (shown.startsWith(PRODUCT) ? productPage : catalogPage)
  const page = location.pathname === "/contract.html" ? contractPage : inShop
  const end = (await page(main).catch((error) => number === visits && showError(error))) || (() => {})
  if (number !== visits) return end()
  leave = end
  // Screen readers read the first page from the top. On later pages, move the focus to the heading.
  if (number > 1) focusOn("h1")
}

/** @param {HTMLElement} main */
async function catalogPage(main) {
  const [{ products }] = await Promise.all([
    ask("GET", `products?region_id=${regionId}&fields=${PRODUCT_FIELDS}`),
    readCart(),
  ])
  products.sort(bySofa)
  fill(
    main,
    html`<h1 tabindex="-1">Things that stay a while</h1>
    <lease-message ${STORE} region-id="${regionId}" cart-id="${cartId()}"></lease-message>
    <ul class="products">${products.map(productCard)}</ul>
    <p role="status" class="toast"></p>`,
  )
  onAdd(main)
}

/** Sorts the sofa first. @param {{ handle: string }} a @param {{ handle: string }} b */
const bySofa = (a, b) => Number(b.handle === "sofa") - Number(a.handle === "sofa")

/** @param {Record<string, any>} product */
function productCard({ title, description, handle, collection, variants: [variant] }) {
  return html`<li>
    ${picture(handle)}
    <p class="hint">${collection?.title}</p>
    <h2><a href="${PRODUCT}${handle}">${title}</a></h2>
    <p>${description}</p>
    <div class="buy"><b>${money(priceOf(variant))}</b>${addButton(title, variant)}</div>
  </li>`
}

/** @param {HTMLElement} main */
async function productPage(main) {
  const handle = encodeURIComponent(shown.slice(PRODUCT.length))
  const path = `products?region_id=${regionId}&handle=${handle}&fields=${PRODUCT_FIELDS}`
  const [{ products }] = await Promise.all([ask("GET", path), readCart()])
  const [product] = products
  if (!product) return location.assign("#/")
  const { id, title, description, collection, variants } = product
  const price = priceOf(variants[0])
  fill(
    main,
    html`<div class="columns product">
      ${picture(product.handle)}
      <div>
        <p class="hint">${collection?.title}</p>
        <h1 tabindex="-1">${title}</h1>
        <p>${description}</p>
        <div class="buy"><b>${money(price)}</b>${addButton(title, variants[0])}</div>
        <section><lease-message ${STORE} region-id="${regionId}" product-id="${id}" amount="${price}" cart-id="${cartId()}"></lease-message></section>
      </div>
    </div>
    <p role="status" class="toast"></p>`,
  )
  onAdd(main)
}

/** @param {Record<string, any>} [variant] @returns {number} */
const priceOf = (variant) => variant?.calculated_price.calculated_amount ?? 0

/** @param {string} title @param {Record<string, any>} [variant] */
function addButton(title, variant) {
  return html`<button class="main" name="add" value="${variant?.id}" title="${title}" aria-label="Add to cart: ${title}">Add to cart</button>`
}

/** @param {HTMLElement} main */
function onAdd(main) {
  onPress(main, {
    async add({ value, title }) {
      // A completed cart doesn't accept items.
      await forgetFinishedCart(await readCart(), (separate) => (separate ? keepCart(separate) : forgetCart()))
      await add(value)
      await readCart()
      fill(main.querySelector(".toast"), html`In your cart: ${title}. <a href="#/cart">See the cart</a>`)
    },
  })
}

/** @param {string} handle */
function picture(handle) {
  return html`<div class="picture ${handle}"><svg aria-hidden="true"><use href="pictures.svg#${handle}"/></svg></div>`
}

/** @param {HTMLElement} main @returns {Promise<void>} */
async function cartPage(main) {
  const cart = await readCart()
  if (cart?.completed_at) {
    // The items that couldn't be leased are in a cart of their own, which replaces the finished one.
    await forgetFinishedCart(cart, (separate) => separate && keepCart(separate))
    return cartId() === cart.id ? location.assign("#/order") : cartPage(main)
  }
  const full =
    cart &&
    html`<div class="columns">
      <ul class="lines">${cart.items.map(lineRow)}</ul>
      <aside>${totals(cart)}<a class="main" href="#/checkout">Check out</a><lease-message ${STORE} cart-id="${cart.id}"></lease-message></aside>
    </div>`
  const empty = html`<p>Your cart is empty. <a href="#/">Look around</a></p>`
  fill(main, html`<h1 tabindex="-1">Your cart</h1>${cart?.items.length ? full : empty}`)
  /** @param {string} lineId @param {number} quantity */
  const change = async (lineId, quantity) => {
    await setQuantity(lineId, quantity)
    await cartPage(main)
    focusOn(quantity ? `#${lineId}` : "h1")
  }
  onPress(main, { remove: ({ value }) => change(value, 0) })
  for (const select of main.querySelectorAll("select"))
    select.onchange = () => once(select, () => change(select.id, Number(select.value)))
}

/** @param {import("./store.js").Line} line */
function lineRow({ id, product_title: title, product_handle, quantity, subtotal }) {
  const choices = Array.from({ length: Math.max(9, quantity) }, (_, at) => at + 1).map(
    (number) => html`<option ${number === quantity ? "selected" : ""}>${number}</option>`,
  )
  return html`<li>
    ${picture(product_handle)}
    <div>
      <b>${title}</b>
      <p>
        <select id="${id}" aria-label="Quantity of ${title}">${choices}</select>
        <button name="remove" value="${id}" aria-label="Remove ${title}">Remove</button>
      </p>
    </div>
    <span>${money(subtotal)}</span>
  </li>`
}

/**
 * The order page. It reads the order's ID from the completed cart, so it also works after a reload or a lost response.
 *
 * @param {HTMLElement} main
 */
async function orderPage(main) {
  const id = cartId()
  const orderId = id && (await createLeaseClient({ cartId: id, transport }).get()).order_id
  if (!orderId) return location.assign("#/")
  const [{ order }] = await Promise.all([ask("GET", `orders/${orderId}`), readCart()])
  fill(
    main,
    html`<h1 tabindex="-1">Thank you</h1>
    <p>Your order #${order.display_id} for ${money(order.total)} is placed. Contact: ${order.email}.</p>
    <section>${leaseStatus(orderId)}<a href="#/">Continue shopping</a></section>`,
  )
}

/** @param {string} orderId */
function leaseStatus(orderId) {
  return html`<lease-status ${STORE} order-id="${orderId}" contract-link="contract.html?cart={cartId}" cart-link="#/cart"></lease-status>`
}

/**
 * The page for the store's option `contractLink`, where the customer signs the new contract of an order that staff changed. The link
 * contains the cart and, after `#`, the key, which `<lease-checkout>` reads.
 *
 * @param {HTMLElement} main
 */
async function contractPage(main) {
  const cart = new URLSearchParams(location.search).get("cart")
  const element = html`<lease-checkout ${STORE} cart-id="${cart}"></lease-checkout>`
  fill(main, html`<h1 tabindex="-1">Your order</h1><section>${element}</section>`)
  main.querySelector("lease-checkout")?.addEventListener("lease-placed", ({ detail }) => {
    fill(main.querySelector("section"), leaseStatus(String(detail.orderId)))
    focusOn("h1")
  })
}
