/** Puts a text into the clipboard; false where the browser forbids it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelection(text)
  }
}

/** The only way on a dashboard that is opened over plain http: there browsers hand out no clipboard. */
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
