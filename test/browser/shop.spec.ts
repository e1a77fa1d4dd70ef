import { approvalTests } from "./approval"
import { frameTests } from "./frame"
import { hostedTests } from "./hosted"
import { keyboardTests } from "./keyboard"
import { newContractTests } from "./new-contract"
import { partsTests } from "./parts"
import { purchaseTests } from "./purchase"
import { resumeTests } from "./resume"
import { screenTests } from "./screens"
import { secondLookTests } from "./second-look"
import { signingTests } from "./signing"
import { describeInBrowser } from "./support/describe-in-browser"
import { describeShop } from "./support/shop-room"

// One store for all of them: it takes longer to start than they take to run.
describeInBrowser("demo shop in a browser", (browser) => {
  describeShop("demo shop", browser, (room) => {
    describe("a purchase", () => purchaseTests(room))
    describe("from the offer to the order", () => signingTests(room))
    describe("the contract's dialog", () => frameTests(room))
    describe("coming back", () => resumeTests(room))
    describe("every screen", () => screenTests(room))
    describe("an approval of another cart", () => approvalTests(room))
    describe("a second look", () => secondLookTests(room))
    describe("parts of a lease", () => partsTests(room))
    describe("the new contract of a changed order", () => newContractTests(room))
    describe("the hosted way", () => hostedTests(room))
    describe("the keyboard alone", () => keyboardTests(room))
  })
})
