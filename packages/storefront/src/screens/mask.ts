/**
 * Returns how an input shows or masks a secret. For a password field, even one that has become a text field, browsers offer to save the secret or
 * fill in the shop's password. So the input is a text field with masked characters, or a password field if the browser can't mask text.
 */
export function maskOf(isShown: boolean): { type: "text" | "password"; textSecurity: "none" | "disc" } {
  const canMask = globalThis.CSS?.supports?.("-webkit-text-security", "disc") === true
  return { type: isShown || canMask ? "text" : "password", textSecurity: isShown ? "none" : "disc" }
}
