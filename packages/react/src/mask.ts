import { maskOf } from "lease-to-own-storefront/internal"
import type { CSSProperties } from "react"
import type { FieldProps } from "./part-props.js"

/** A browser that checks the spelling of a text may send it to its maker. */
const UNCHECKED = { spellCheck: false, autoCapitalize: "off", autoCorrect: "off" }

export const mask: FieldProps["mask"] = (isShown) => {
  const { type, textSecurity } = maskOf(isShown)
  return { ...UNCHECKED, type, style: { WebkitTextSecurity: textSecurity } as CSSProperties }
}
