import { LeaseBlocks } from "./lease-blocks.js"
import { useLease } from "./lease-context.js"
import { LeaseContract } from "./lease-contract.js"
import { ScreenFrame } from "./screen-frame.js"

/** The current screen, and the open contract in a dialog. Moves focus as the state requests. */
export function LeaseScreen() {
  const { state, parts, press } = useLease()
  return (
    <>
      <ScreenFrame state={state} parts={parts} press={press} blocks={<LeaseBlocks blocks={state.screen.blocks} />} />
      <LeaseContract />
    </>
  )
}
