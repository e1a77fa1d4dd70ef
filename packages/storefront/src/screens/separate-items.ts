import type { SeparateCart } from "../wire.js"
import type { Speaker } from "./screen-words.js"

/** Returns a sentence with the items of a separate cart, such as "Gift card, 2 × Pillow". */
export function withItems(
  { dictionary, say }: Pick<Speaker, "dictionary" | "say">,
  key: "items_apart" | "still_to_order",
  { items }: SeparateCart,
): string {
  const titles = items.map(({ quantity, title }) =>
    quantity === 1 ? title : dictionary.say("offer", "item", { quantity: `${quantity}`, title }),
  )
  return say(key, { items: titles.join(", ") })
}
