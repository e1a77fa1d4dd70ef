import { LeaseBlocks } from "./lease-blocks.js"
import { useLease } from "./lease-context.js"
import { LeaseContract } from "./lease-contract.js"
import { ScreenFrame } from "./screen-frame.js"

/**
 * The screen of now: what went wrong, heading, blocks, buttons, and a live region, and the contract in a dialog while it is open. Moves the focus where
 * the lease says.
 */
export function LeaseScreen() {
  const { state, parts, press } = useLease()
  return (
    <>
      <ScreenFrame state={state} parts={parts} press={press} blocks={<LeaseBlocks blocks={state.screen.blocks} />} />
      <LeaseContract />
    </>
  )
}
