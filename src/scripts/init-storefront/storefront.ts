import { dirname, relative } from "node:path/posix"
import type { Compiler } from "../init/code-reader"
import { Source } from "./source"

/** A path alias of the storefront's `tsconfig.json`, such as `@lib/` for `src/lib/`. */
export type Alias = { prefix: string; folder: string }

/** The files of a storefront by their path, and what their imports may begin with. */
export type StorefrontFiles = { files: ReadonlyMap<string, string>; aliases: readonly Alias[] }

/** A storefront's files, parsed as far as needed, and what they declare. */
export class Storefront {
  readonly files: ReadonlyMap<string, string>
  readonly #aliases: readonly Alias[]
  readonly #sources = new Map<string, Source>()

  constructor(
    readonly ts: Compiler,
    { files, aliases }: StorefrontFiles,
  ) {
    this.files = files
    this.#aliases = aliases
  }

  /** Returns this storefront with another text for one file. */
  with(path: string, text: string): Storefront {
    return new Storefront(this.ts, { files: new Map([...this.files, [path, text]]), aliases: this.#aliases })
  }

  source(path: string): Source {
    const known = this.#sources.get(path)
    if (known) return known
    const source = new Source(this.ts, path, this.files.get(path) ?? "")
    this.#sources.set(path, source)
    return source
  }

  /** Returns the files whose text contains this, parsed. */
  withText(part: RegExp): Source[] {
    return [...this.files].flatMap(([path, text]) => (part.test(text) ? this.source(path) : []))
  }

  /** Returns the file that declares a function or constant, if only one does. */
  declaring(name: string): Source | undefined {
    const [source, ...others] = this.withText(new RegExp(name)).filter((one) => one.declares(name))
    return others.length === 0 ? source : undefined
  }

  /** Returns how one file imports another: by the alias that most files use for its folder, or else relatively. */
  specifier(from: string, to: string): string {
    const target = to.replace(/\.tsx?$/, "").replace(/\/index$/, "")
    const aliases = this.#aliases
      .filter(({ folder }) => target.startsWith(folder))
      .map(({ prefix, folder }) => ({
        text: prefix + target.slice(folder.length),
        uses: this.#usesOf(prefix),
      }))
      .sort((a, b) => b.uses - a.uses)
    const [best] = aliases
    if (best && best.uses > 0) return best.text
    const path = relative(dirname(from), target)
    return path.startsWith(".") ? path : `./${path}`
  }

  #usesOf(prefix: string): number {
    return [...this.files.values()].filter((text) => text.includes(`"${prefix}`) || text.includes(`'${prefix}`)).length
  }
}
