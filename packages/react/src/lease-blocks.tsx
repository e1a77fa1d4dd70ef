import { countdownText } from "lease-to-own-storefront/internal"
import type { Block } from "lease-to-own-storefront/screens"
import { useEffect, useState } from "react"
import { CodeForm } from "./code-form.js"
import { ConsentBox } from "./consent-box.js"
import { useLease } from "./lease-context.js"
import { LeaseForm } from "./lease-form.js"
import { PlainBlock } from "./plain-block.js"

/** A block's key is its position among the blocks of its kind, so a message that appears above an input doesn't clear the input. */
export function LeaseBlocks({ blocks }: { blocks: readonly Block[] }) {
  const placeOf = ({ kind }: Block, at: number) => blocks.slice(0, at).filter((other) => other.kind === kind).length
  return (
    <>
      {blocks.map((block, at) => (
        <LeaseBlock key={`${block.kind} ${placeOf(block, at)}`} block={block} />
      ))}
    </>
  )
}

function LeaseBlock({ block }: { block: Block }) {
  const { parts } = useLease()
  switch (block.kind) {
    case "consent":
      // The shopper's consent applies only to this version of the text, so a new version gets an unchecked checkbox.
      return block.boxes.map((box) => <ConsentBox key={`${box.name} ${box.value}`} box={box} />)
    case "countdown":
      return <Countdown block={block} />
    case "code":
      return <CodeForm block={block} />
    case "form":
      return <LeaseForm block={block} />
    default:
      return <PlainBlock block={block} parts={parts} />
  }
}

function Countdown({ block }: { block: Extract<Block, { kind: "countdown" }> }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const { Text } = useLease().parts
  return <Text tone="hint" text={countdownText(block, now)} />
}
