import { Alert, Button, Drawer } from "@medusajs/ui"
import type { FormEvent, KeyboardEvent, ReactNode } from "react"
import { SmallButton } from "./small-button"

type Props = {
  /** Why the form wasn't submitted, or why the server refused it. */
  error: string | null
  back: string
  submit: string
  busy: boolean
  onSubmit: (form: HTMLFormElement) => void
  children: ReactNode
}

export function DrawerForm({ error, back, submit, busy, onSubmit, children }: Props) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSubmit(event.currentTarget)
  }
  return (
    <form noValidate onSubmit={send} onKeyDown={submitByKey} className="flex min-h-0 flex-1 flex-col">
      <Drawer.Body className="flex flex-1 flex-col gap-6 overflow-y-auto">
        {error && (
          <Alert variant="error" role="alert" className="text-ui-fg-base">
            {error}
          </Alert>
        )}
        {children}
      </Drawer.Body>
      <Drawer.Footer className="gap-2 space-x-0">
        <Drawer.Close asChild>
          <SmallButton type="button">{back}</SmallButton>
        </Drawer.Close>
        <Button type="submit" size="small" isLoading={busy}>
          {submit}
        </Button>
      </Drawer.Footer>
    </form>
  )
}

/** Submits on Ctrl+Enter or Cmd+Enter, like Medusa's own forms, even from a multi-line field. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
