/**
 * Stands for a card provider's own script: takes the card in the browser and gives a token for it. A real one sends the card to
 * itself and charges it; this one charges nothing, and declines the number that card providers keep for that.
 */

/** @typedef {Record<"cardNumber" | "cvv" | "expiration" | "name" | "address" | "city" | "state" | "zip", string>} Card */

const DECLINED = "4000000000000002"

/**
 * @param {Card} card
 * @returns {Promise<string | null>} null: declined
 */
export async function tokenize({ cardNumber, cvv, expiration }) {
  const isReadable = /^\d{12,19}$/.test(cardNumber) && /^\d{3,4}$/.test(cvv) && /^\d{2}\/\d{2}$/.test(expiration)
  if (!isReadable || cardNumber === DECLINED) return null
  return crypto.randomUUID()
}
