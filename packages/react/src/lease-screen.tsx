import type { Focus, ScreenButton } from "lease-to-own-storefront/screens"
import { type RefObject, useEffect, useRef, useState } from "react"
import { LeaseBlocks } from "./lease-blocks.js"
import { useLease } from "./lease-provider.js"

const PLACES: Record<Focus["on"], string> = {
  heading: "[data-lease-heading]",
  problem: "[data-lease-problem]",
  form: "[data-lease-problems]",
  button: "[data-lease-buttons] button",
}

/** The screen of now: what went wrong, heading, blocks, buttons, and a live region. Moves the focus where the lease says. */
export function LeaseScreen() {
  const { state, parts } = useLease()
  const { screen, said, problem, focus } = state
  const { Heading } = parts
  const root = useRef<HTMLDivElement>(null)
  useFocus(root, focus)
  return (
    <div ref={root} data-lease-screen={screen.step} tabIndex={-1}>
      <p role="alert" data-lease-problem="" tabIndex={-1} hidden={problem === ""}>
        {problem}
      </p>
      <div key={screen.step} data-lease-content="">
        <Heading data-lease-heading="" tabIndex={-1}>
          {screen.heading}
        </Heading>
        <LeaseBlocks blocks={screen.blocks} />
        <div data-lease-buttons="">
          {screen.buttons.map((button) => (
            <ActionButton key={button.action} {...button} screen={root} />
          ))}
        </div>
      </div>
      <p role="status" data-lease-said="">
        {said}
      </p>
    </div>
  )
}

/** Each wish once, and none from before this screen was there. A part of the shop's own that has no such place leaves the focus to the screen. */
function useFocus(root: RefObject<HTMLElement>, focus: Focus | null): void {
  const followed = useRef(focus)
  useEffect(() => {
    if (focus === followed.current) return
    followed.current = focus
    if (focus) (root.current?.querySelector<HTMLElement>(PLACES[focus.on]) ?? root.current)?.focus()
  }, [root, focus])
}

function ActionButton({
  action,
  label,
  kind,
  needsConsent,
  screen,
}: ScreenButton & { screen: RefObject<HTMLElement> }) {
  const { press, parts } = useLease()
  const [isBusy, setBusy] = useState(false)
  const isAgreed = () =>
    screen.current?.querySelector<HTMLInputElement>('input[name="consent"]')?.reportValidity() ?? true
  // A function of the shop's own that throws is the shop's to hear of: the rejection reaches the page.
  const run = async () => {
    if (isBusy || (needsConsent && !isAgreed())) return
    setBusy(true)
    await press(action).finally(() => setBusy(false))
  }
  return (
    <parts.Button
      kind={kind}
      type="button"
      data-lease-action={action}
      aria-disabled={isBusy || undefined}
      onClick={run}
    >
      {label}
    </parts.Button>
  )
}
