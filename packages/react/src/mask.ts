import { maskOf } from "lease-to-own-storefront/internal"
import type { CSSProperties } from "react"
import type { FieldProps } from "./part-props.js"

/** Turns off spell checking, because a browser's spell checker may send the text to the browser's vendor. */
const UNCHECKED = { spellCheck: false, autoCapitalize: "off", autoCorrect: "off" }

export const mask: FieldProps["mask"] = (isShown) => {
  const { type, textSecurity } = maskOf(isShown)
  return { ...UNCHECKED, type, style: { WebkitTextSecurity: textSecurity } as CSSProperties }
}
