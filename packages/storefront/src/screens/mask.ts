/**
 * Returns how a field shows a secret. In a password field, browsers offer to save the secret or fill in the shop's password, even if the
 * field has since become a text field. So a secret is in a text field with masked characters, or in a password field if the browser can't
 * mask text.
 */
export function maskOf(isShown: boolean): { type: "text" | "password"; textSecurity: "none" | "disc" } {
  const canMask = globalThis.CSS?.supports?.("-webkit-text-security", "disc") === true
  return { type: isShown || canMask ? "text" : "password", textSecurity: isShown ? "none" : "disc" }
}
