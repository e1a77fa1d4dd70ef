/** The messages that tell shoppers why a cart or a product can't be leased, by code. */
export const reasonTexts = {
  unavailable_items: "Not available with these items in the cart: {items}.",
  unavailable_product: "Not available with this product.",
  unavailable_place: "Not available for delivery to {place}.",
  unavailable_currency: "Not available in {currency}.",
  unavailable_tax: "{operator} does not lease orders that include sales tax. Choose another payment method.",
  unavailable_minimum: "Available when the items come to {amount} or more.",
  unavailable_maximum: "Available for orders up to {amount}.",
  unavailable_incomplete: "Enter your address and choose a shipping method first.",
}
