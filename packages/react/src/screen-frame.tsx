import { confirmedIn } from "lease-to-own-storefront/internal"
import type {
  CheckoutState,
  Confirmed,
  Focus,
  Screen,
  ScreenAction,
  ScreenButton,
} from "lease-to-own-storefront/screens"
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import type { LeaseParts } from "./part-props.js"

const PLACES: Record<Focus["on"], string> = {
  heading: "[data-lease-heading]",
  problem: "[data-lease-problem]",
  form: "[data-lease-problems]",
  button: "[data-lease-buttons] button",
}

export type ScreenFrameProps = {
  state: CheckoutState
  parts: LeaseParts
  press: (action: ScreenAction, confirmed?: Confirmed) => Promise<void>
  /** The screen's blocks, remounted for each new step. */
  blocks: ReactNode
  /** Content, between the blocks and the buttons, that stays mounted on every screen. */
  children?: ReactNode
}

export function ScreenFrame({ state, parts, press, blocks, children }: ScreenFrameProps) {
  const { screen, statusText, problem, focus } = state
  const { Heading } = parts
  const root = useRef<HTMLDivElement>(null)
  useFocus(root, focus)
  return (
    <div ref={root} data-lease-screen={screen.step} tabIndex={-1}>
      <p role="alert" data-lease-problem="" tabIndex={-1} hidden={problem === ""}>
        {problem}
      </p>
      <div data-lease-content="">
        <Fragment key={`words ${screen.step}`}>
          <Heading data-lease-heading="" tabIndex={-1}>
            {screen.heading}
          </Heading>
          {blocks}
        </Fragment>
        {children}
        <div key={`buttons ${screen.step}`} data-lease-buttons="">
          {screen.buttons.map((button) => (
            <ActionButton key={button.action} {...{ button, root, screen, press, parts }} />
          ))}
        </div>
      </div>
      <p role="status" data-lease-status-text="">
        {statusText}
      </p>
    </div>
  )
}

/**
 * Performs each requested focus move once, ignoring requests from before this screen was rendered. If a shop's own component lacks the target, the
 * screen gets focus.
 */
function useFocus(root: RefObject<HTMLElement>, focus: Focus | null): void {
  const followed = useRef(focus)
  useEffect(() => {
    if (focus === followed.current) return
    followed.current = focus
    if (focus) (root.current?.querySelector<HTMLElement>(PLACES[focus.on]) ?? root.current)?.focus()
  }, [root, focus])
}

type ActionButtonProps = Pick<ScreenFrameProps, "press" | "parts"> & {
  button: ScreenButton
  root: RefObject<HTMLElement>
  screen: Screen
}

function ActionButton({ button, root, screen, press, parts }: ActionButtonProps) {
  const { action, label, kind, needsConsent } = button
  const [isBusy, setBusy] = useState(false)
  // Don't catch errors here: one thrown by a shop's own function must reach the page's error handlers.
  const run = async () => {
    if (isBusy) return
    const confirmed = needsConsent && root.current ? confirmedIn(root.current, screen) : undefined
    if (confirmed === null) return
    setBusy(true)
    await press(action, confirmed).finally(() => setBusy(false))
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
