/** The dashboard's text direction, which some parts of Medusa UI don't detect. */
export function direction(): "ltr" | "rtl" {
  return document.documentElement.dir === "rtl" ? "rtl" : "ltr"
}
