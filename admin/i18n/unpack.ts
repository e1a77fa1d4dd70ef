type Keys = { [key: string]: Keys | 0 }
type Texts = { [key: string]: Texts | string }

/** A language's texts under the keys of all languages, in their order; empty where it has none. The build packs them so: `scripts/lib/pack-texts.mjs`. */
export function unpack(keys: Keys, texts: string): Texts {
  const left = texts.split("|").values()
  const under = (node: Keys): Texts =>
    Object.fromEntries(
      Object.entries(node).flatMap(([key, inner]) => {
        const text = inner ? under(inner) : left.next().value
        return text ? [[key, text]] : []
      }),
    )
  return under(keys)
}
