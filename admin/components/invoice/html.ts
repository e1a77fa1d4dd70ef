/** Markup that is safe to show, because {@link html} escaped everything that was inserted into it. */
export class Html {
  constructor(readonly text: string) {}
}

type Inserted = string | Html | readonly Html[] | null | false

const ESCAPED: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

/** A template tag for markup. Escapes inserted text for use between tags and in quoted attributes. Null and false insert nothing. */
export function html(markup: TemplateStringsArray, ...inserted: Inserted[]): Html {
  return new Html(markup.map((text, place) => text + textOf(inserted[place] ?? null)).join(""))
}

function textOf(inserted: Inserted): string {
  if (inserted === null || inserted === false) return ""
  if (typeof inserted === "string") return inserted.replace(/[&<>"']/g, (sign) => ESCAPED[sign] ?? "")
  return [inserted].flat().reduce((text, each) => text + each.text, "")
}
