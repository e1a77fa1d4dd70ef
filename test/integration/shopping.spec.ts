import { approval } from "./approval"
import { badInput } from "./bad-input"
import { closedTab } from "./closed-tab"
import { analytics, events } from "./events"
import { hostedWidget } from "./hosted-widget"
import { orderPage } from "./order-page"
import { orderProblems } from "./order-problem"
import { outage } from "./outage"
import { owners } from "./owners"
import { preflight } from "./preflight"
import { privacy } from "./privacy"
import { estimates, productPage } from "./product-page"
import { productRules } from "./product-rules"
import { secrets } from "./secrets"
import { separateCart } from "./separate-cart"
import { strangers } from "./strangers"
import { describeStore } from "./support/lease-store"
import { wording } from "./wording"

/** A shopper up to the order, and the operator's widget. */
describeStore(
  "shopping",
  (store) => {
    approval(store)
    badInput(store)
    owners(store)
    strangers(store)
    secrets(store)
    separateCart(store)
    preflight(store)
    orderProblems(store)
    closedTab(store)
    privacy(store)
    events(store)
    analytics(store)
    orderPage(store)
    wording(store)
    productPage(store)
    estimates(store)
    productRules(store)
    outage(store)
    hostedWidget(store)
  },
  { carts: [{}, {}, {}, {}, {}] },
)
