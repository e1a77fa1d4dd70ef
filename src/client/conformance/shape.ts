/** The shape of a JSON value: a path for each value in it, and of which kind that is. Never the value itself. */
export type Shape = Record<string, string>

/** So deep and so wide a shape is told. */
const DEEPEST = 6
const MOST = 200

/** Kinds by path, such as `{ "appStatus.status": "text", "items[].sku": "text" }`. Names of fields only where they look like names. */
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

/** A key of an object can hold a value: an id, an address, an e-mail. */
function fieldName(name: string): string {
  return /^[A-Za-z_][\w[\].-]{0,60}$/.test(name) && !/\d{4}/.test(name) ? name : "…"
}
