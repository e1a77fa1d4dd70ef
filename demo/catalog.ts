/** The demo's products. Prices are in major units. The brand becomes the product's collection, and the category becomes its type. */
export const PRODUCTS = [
  {
    handle: "sofa",
    title: "Harbor sofa",
    description: "Three seats, washable linen cover.",
    brand: "Harbor Home",
    category: "Furniture",
    prices: { usd: 429, eur: 399 },
  },
  {
    handle: "chair",
    title: "Harbor reading chair",
    description: "Solid oak, wool seat.",
    brand: "Harbor Home",
    category: "Furniture",
    prices: { usd: 219.99, eur: 199.99 },
  },
  {
    handle: "washer",
    title: "Northline washing machine",
    description: "Front loader, 5 cubic feet.",
    brand: "Northline",
    category: "Appliances",
    prices: { usd: 749.5, eur: 699.5 },
  },
  {
    handle: "lamp",
    title: "Northline floor lamp",
    description: "Dimmable, with a linen shade.",
    brand: "Northline",
    category: "Lighting",
    prices: { usd: 89.95, eur: 84.95 },
  },
  {
    handle: "gift-card",
    title: "Gift card",
    description: "Can't be leased. It shows how such a cart is refused.",
    brand: "Harbor Home",
    category: "Gift cards",
    prices: { usd: 50, eur: 50 },
    metadata: { lease_leasable: false },
  },
]

export const SHIPPING = [
  { code: "standard", name: "Standard delivery", prices: { usd: 25, eur: 20 } },
  { code: "express", name: "Express delivery", prices: { usd: 49.9, eur: 39.9 } },
]
