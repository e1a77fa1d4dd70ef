/** Copies text to the clipboard. Returns false if the browser doesn't allow this. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

/** The only way to copy if the dashboard is opened over plain HTTP, because browsers then offer no clipboard API. */
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
