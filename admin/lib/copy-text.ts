/** Copies a text to the clipboard; false if the browser forbids it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

/** The only way if the dashboard is opened over plain HTTP, because browsers offer no clipboard API there. */
function copySelection(text: string): boolean {
  const field = document.createElement("textarea")
  const focused = document.activeElement
  field.value = text
  field.className = "sr-only"
  document.body.append(field)
  field.select()
  try {
    return document.execCommand("copy")
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus()
  }
}
