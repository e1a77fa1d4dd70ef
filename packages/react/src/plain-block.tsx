import type { Block } from "lease-to-own-storefront/screens"
import type { LeaseParts } from "./part-props.js"

export function PlainBlock({ block, parts: { Text, Points, Figures, Waiting } }: { block: Block; parts: LeaseParts }) {
  switch (block.kind) {
    case "text":
      return <Text {...block} />
    case "points":
      return <Points {...block} />
    case "figures":
      return <Figures {...block} />
    case "disclosure":
      // Not one of the `components`, because a shop must not leave it out.
      return (
        <p data-lease-disclosure="" lang={block.language}>
          {block.text}
        </p>
      )
    case "waiting":
      return <Waiting />
    default:
      // A newer storefront package may have blocks that this version can't render.
      return null
  }
}
