import { hostedTests } from "./hosted"
import { newContractTests } from "./new-contract"
import { purchaseTests } from "./purchase"
import { salesTaxTests } from "./sales-tax"
import { screenTests } from "./screens"
import { describeInBrowser } from "./support/describe-in-browser"
import { describeShop } from "./support/shop-room"

// They share one store, because it takes longer to start than they take to run.
describeInBrowser("demo shop in a browser", (browser) => {
  describeShop("demo shop", browser, (room) => {
    describe("purchase", () => purchaseTests(room))
    describe("sales tax", () => salesTaxTests(room))
    describe("screens", () => screenTests(room))
    describe("new contract of a changed order", () => newContractTests(room))
    describe("hosted widget", () => hostedTests(room))
  })
})
