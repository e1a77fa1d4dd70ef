/** Turns a Medusa cart into a lease cart, exact to the cent (`docs/adr/0012-whole-cart-to-the-cent.md`). Pure functions, without Medusa. */
export { type Amount, type Cents, cents, formatMoney, isWholeCents, parseAmount, toMajor } from "./amount"
export {
  type Article,
  type ArticleDifference,
  articleDifferences,
  articlesOf,
  type LineChange,
  lineChanges,
} from "./articles"
export { invoiceTotalAgrees, lineKey, readAmounts, toCartCents } from "./cart-amounts"
export {
  CART_FIELDS,
  type CartInput,
  ORDER_FIELDS,
  ORDER_FIELDS_TO_LEASE,
  type OrderInput,
  type OrderLine,
  orderToCartInput,
  PRODUCT_INPUT_FIELDS,
  type ProductInput,
  RECIPIENT_FIELDS,
} from "./cart-input"
export { dateIn } from "./delivery-date"
export {
  describeReason,
  type Reason,
  type ReasonCode,
  reasonsOfProduct,
  reasonsOfRegion,
  reasonsOfState,
  type SaleRegion,
} from "./eligibility"
export { fingerprint, type LeaseCart, type MappedCart, toLeaseCart } from "./lease-cart"
export { type SourceLine, titleOf } from "./lease-items"
export {
  CONDITIONS,
  checkLeaseCartOptions,
  type DeliveryDateOption,
  type LeaseCartOptions,
  leaseCartOptionsShape,
} from "./options"
export { isExcluded, isState, type Place, placeOf, readPlace, shipToState } from "./place"
export {
  type FoundText,
  type ItemProblem,
  type Leasable,
  type ProductFacts,
  type ProductGroup,
  readLeasable,
  readProductFacts,
  readStates,
} from "./product-facts"
export {
  RECIPIENT_PARTS,
  type RecipientInput,
  type RecipientPart,
  recipientOf,
} from "./recipient"
export { certificateOf, statesTaxedByOperator } from "./resale-certificates"
export {
  byState,
  isTaxed,
  mayBe,
  netOf,
  type SalesTaxOption,
  salesTaxAtAddress,
  salesTaxOf,
  type TaxedBy,
  taxedByOf,
  withoutSalesTax,
} from "./sales-tax"
export { type UnavailableLine, unavailableLines } from "./unavailable-lines"
export { SHOPPER_FIELDS, type ShopperInput, toWidgetCustomer } from "./widget-customer"
