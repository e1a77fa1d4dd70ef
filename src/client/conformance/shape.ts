/** The shape of a JSON value: the kind of each value, keyed by path, never the value itself. */
export type Shape = Record<string, string>

const DEEPEST = 6
const MOST = 200

/** Returns the shape of a value, such as `{ "appStatus.status": "text", "items[].sku": "text" }`. Includes only keys that look like field names. */
export function shapeOf(value: unknown): Shape {
  const shape: Shape = {}
  describe(value, "", 0, shape)
  return shape
}

function describe(value: unknown, path: string, depth: number, into: Shape): void {
  if (Object.keys(into).length >= MOST || depth > DEEPEST) return
  if (Array.isArray(value)) {
    if (!value.length) into[`${path}[]`] = "empty list"
    for (const each of value.slice(0, 3)) describe(each, `${path}[]`, depth + 1, into)
  } else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value))
      describe(inner, [path, fieldName(name)].filter(Boolean).join("."), depth + 1, into)
  } else into[path || "."] = kindOf(value)
}

function kindOf(value: unknown): string {
  if (value === null) return "null"
  if (typeof value === "boolean") return "true or false"
  if (typeof value === "number") return "number"
  if (value === "true" || value === "false") return "true or false as text"
  return /^-?\d+(\.\d+)?$/.test(String(value)) ? "number as text" : "text"
}

/** Replaces a key that may be a value, such as an ID or an email address, with "…". */
function fieldName(name: string): string {
  return /^[A-Za-z_][\w[\].-]{0,60}$/.test(name) && !/\d{4}/.test(name) ? name : "…"
}
