/** Shoppers read this where the operator has no name. */
export const UNNAMED_OPERATOR = "the leasing company"
