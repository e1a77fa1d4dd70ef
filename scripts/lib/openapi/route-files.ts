import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** A route, read from its file. `answer` is the response's type in `types.ts` or `admin-types.ts`, and `body` is the name of its schema. */
export type BuiltRoute = { method: string; path: string; description: string; answer?: string; body?: string }

const ROUTE = /\/\*\*((?:(?!\*\/)[\s\S])*?)\*\/\s*export const ([A-Z]+) = (?:(?:store|shared|admin)Route<(\w+)>)?/g

/** Returns every route of the plugin, with parameters as `:name`. Throws if a route has no doc comment. */
export function routesOf(root: string): BuiltRoute[] {
  const folder = join(root, "src/api")
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => file.replaceAll("\\", "/"))
  return files
    .filter((file) => file.endsWith("/route.ts"))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(folder, file), "utf8")
      const path = `/${file.slice(0, -"/route.ts".length).replace(/\[(\w+)\]/g, ":$1")}`
      const found = [...text.matchAll(ROUTE)]
      if (found.length !== text.match(/^export /gm)?.length)
        throw new Error(`A route of src/api/${file} has no comment.`)
      return found.map(({ 1: comment = "", 2: method = "", 3: answer, index }, n) => {
        const [, body] = /read(?:Body|Json)\(req, (\w+)\)/.exec(text.slice(index, found[n + 1]?.index)) ?? []
        return { method, path, description: comment.replace(/^\s*\* ?/gm, "").trim(), answer, body }
      })
    })
}
