/** The direction in which the dashboard is written: parts of Medusa UI do not look for themselves. */
export function direction(): "ltr" | "rtl" {
  return document.documentElement.dir === "rtl" ? "rtl" : "ltr"
}
