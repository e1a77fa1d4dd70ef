/**
 * How a field shows a secret. Browsers offer to save what is in a password field or fill in the shop's password, even if the field no longer
 * is one. So a secret is in a text field whose characters are masked. Browsers that can't mask them get a password field.
 */
export function maskOf(isShown: boolean): { type: "text" | "password"; textSecurity: "none" | "disc" } {
  const canMask = globalThis.CSS?.supports?.("-webkit-text-security", "disc") === true
  return { type: isShown || canMask ? "text" : "password", textSecurity: isShown ? "none" : "disc" }
}
