import { randomBytes } from "node:crypto"
import type { Language } from "./defaults"
import type { Reply } from "./http"

export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | Html | false | undefined | readonly Part[]

function written(part: Part): string {
  if (part instanceof Html) return part.text
  if (part === false || part === undefined) return ""
  if (typeof part === "object") return part.map(written).join("\n")
  return String(part).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Creates markup with all text escaped. The items of a list become lines, and false and undefined are omitted. */
export const html = (raw: TemplateStringsArray, ...parts: Part[]) =>
  new Html(String.raw({ raw }, ...parts.map(written)))

/** Returns JSON that is safe inside a script element. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )
}

export const dataIn = (id: string, value: unknown) =>
  html`<script type="application/json" id="${id}">${new Html(escapeJson(value))}</script>`

type Page = {
  title: string
  body: Html
  language?: Language
  style?: string
  script?: string
  /** The pages that may frame this page, for the Content Security Policy. */
  ancestors: string
  /** The pages that this page may frame. */
  frames?: string
}

/** Returns a page that allows only its own inline style and script; the script can send requests only to this origin. */
export function page(
  status: number,
  { title, body, language = "en", style = "", script, ancestors, frames }: Page,
): Reply {
  const nonce = randomBytes(16).toString("base64")
  const { text } = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style nonce="${nonce}">${new Html(style)}</style>
</head>
<body>
${body}
${script !== undefined && html`<script nonce="${nonce}">${new Html(script)}</script>`}
</body>
</html>`
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    `frame-src ${frames ?? "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
  ]
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
  }
  return { status, headers, text }
}
