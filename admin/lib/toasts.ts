import { toast } from "@medusajs/ui"

let shown: string | number | undefined

/** Replaces the plugin's previous toast, which may be out of date. */
export function showToast(
  kind: "success" | "warning" | "error",
  title: string,
  more: { description?: string; duration?: number } = {},
): void {
  hideToast()
  shown = toast[kind](title, more)
}

/** Hides the plugin's toast, which would cover a drawer's buttons. */
export function hideToast(): void {
  if (shown !== undefined) toast.dismiss(shown)
  shown = undefined
}
