/**
 * Medusa cart in, lease cart out, exact to the cent (`docs/decisions.md`). Pure functions; knows neither Medusa's code nor the client's.
 */
export { type Amount, type Cents, cents, formatMoney, isWholeCents, parseAmount, toMajor } from "./amount"
export { type Article, type ArticleDifference, articleDifferences, articlesOf } from "./articles"
export { invoiceTotalAgrees, lineKey } from "./cart-amounts"
export {
  CART_FIELDS,
  type CartInput,
  type CartLine,
  ORDER_FIELDS,
  ORDER_FIELDS_TO_LEASE,
  type OrderInput,
  orderToCartInput,
  type ProductInput,
  RECIPIENT_FIELDS,
} from "./cart-input"
export { dateIn, isRealDate } from "./delivery-date"
export { reasonsOfProduct, type SaleRegion } from "./eligibility"
export { fingerprint } from "./fingerprint"
export type { LeaseCart, LeaseCartItem, MappedCart, SourceLine } from "./lease-cart"
export {
  CONDITIONS,
  checkLeaseCartOptions,
  type DeliveryDateOption,
  type LeaseCartOptions,
  LeaseCartOptionsSchema,
  leaseCartOptionsShape,
  type ProductSource,
} from "./options"
export {
  type Condition,
  type FoundText,
  findProductTexts,
  ownLeasable,
  readProductFacts,
} from "./product-facts"
export { describeReason, type ItemProblem, type Reason, type ReasonCode } from "./reason"
export { RECIPIENT_PARTS, type RecipientInput, type RecipientPart, recipientOf } from "./recipient"
export { type MappingResult, toLeaseCart } from "./to-lease-cart"
export {
  SHOPPER_FIELDS,
  type ShopperInput,
  toWidgetCustomer,
  type WidgetAddress,
  type WidgetCustomer,
} from "./widget-customer"
