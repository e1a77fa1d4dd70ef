import { LeaseBlocks } from "./lease-blocks.js"
import { useLease } from "./lease-provider.js"
import { ScreenFrame } from "./screen-frame.js"

/** The screen of now: what went wrong, heading, blocks, buttons, and a live region. Moves the focus where the lease says. */
export function LeaseScreen() {
  const { state, parts, press } = useLease()
  return <ScreenFrame state={state} parts={parts} press={press} blocks={<LeaseBlocks blocks={state.screen.blocks} />} />
}
