import type { ContractSession, ContractState } from "lease-to-own-storefront/screens"
import { useEffect, useId, useLayoutEffect, useRef, useSyncExternalStore } from "react"
import { useLease } from "./lease-context.js"

export function LeaseContract() {
  const { contract } = useLease().state
  return contract && <OpenContract session={contract} />
}

function OpenContract({ session }: { session: ContractSession }) {
  const { Dialog, Button } = useLease().parts
  const { texts, askToClose, end } = session
  const stateOf = () => session.state
  const state = useSyncExternalStore(session.subscribe, stateOf, stateOf)
  const title = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  useEffect(() => title.current?.focus(), [])
  return (
    <Dialog titleId={titleId} askToClose={askToClose} onClosed={() => end()}>
      <div data-lease-contract-bar="">
        <h2 ref={title} id={titleId} tabIndex={-1}>
          {texts.title}
        </h2>
        <Button kind="plain" type="button" onClick={askToClose}>
          {texts.close}
        </Button>
      </div>
      <ContractBody session={session} state={state} />
    </Dialog>
  )
}

type Shown = { session: ContractSession; state: ContractState }

/** The session sets the contract's URL on the frame and on the link, so the URL is never part of React state. */
function ContractBody({ session, state }: Shown) {
  const { Button } = useLease().parts
  const { texts, attach, end } = session
  const frame = useRef<HTMLIFrameElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  useLayoutEffect(() => (frame.current ? attach(frame.current, link.current) : undefined), [attach])
  const wasConfirmingClose = useRef(false)
  useEffect(() => {
    if (wasConfirmingClose.current && !state.isConfirmingClose) frame.current?.focus()
    wasConfirmingClose.current = state.isConfirmingClose
  }, [state.isConfirmingClose])
  return (
    <>
      <iframe
        ref={frame}
        data-lease-contract-frame={state.isLoading ? "loading" : ""}
        title={texts.frame}
        referrerPolicy="strict-origin"
      />
      <div data-lease-contract-footer="">
        <p role="status" data-lease-status-text="">
          {state.statusText}
        </p>
        <Slow session={session} state={state} />
        <Question session={session} state={state} />
        <div data-lease-contract-links="">
          {/* biome-ignore lint/a11y/useValidAnchor: the session sets the URL */}
          <a ref={link} target="_blank" rel="noopener">
            {texts.new_tab}
          </a>
          {state.canFinish && (
            <Button kind="plain" type="button" onClick={() => end("requested")}>
              {texts.finished}
            </Button>
          )}
          <p data-lease-text="hint">{texts.help}</p>
        </div>
      </div>
    </>
  )
}

function Slow({ session: { texts, retry }, state: { isSlow } }: Shown) {
  const { Button } = useLease().parts
  return (
    <div role="alert" data-lease-contract-slow="" hidden={!isSlow}>
      {isSlow && (
        <>
          <p>{texts.slow}</p>
          <Button kind="plain" type="button" onClick={retry}>
            {texts.retry}
          </Button>
        </>
      )}
    </div>
  )
}

/** Moves focus to the button that keeps the contract open. */
function Question({ session: { texts, keepSigning, end }, state: { isConfirmingClose } }: Shown) {
  const { Button } = useLease().parts
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isConfirmingClose) box.current?.querySelector("button")?.focus()
  }, [isConfirmingClose])
  return (
    <div ref={box} role="alert" data-lease-contract-question="" hidden={!isConfirmingClose}>
      {isConfirmingClose && (
        <>
          <p>{texts.not_signed}</p>
          <Button kind="main" type="button" onClick={keepSigning}>
            {texts.keep_signing}
          </Button>
          <Button kind="plain" type="button" onClick={() => end()}>
            {texts.close_anyway}
          </Button>
        </>
      )}
    </div>
  )
}
