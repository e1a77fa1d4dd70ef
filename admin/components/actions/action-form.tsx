import { Alert, Button, Drawer } from "@medusajs/ui"
import { type FormEvent, type KeyboardEvent, useState } from "react"
import { useTranslation } from "react-i18next"
import type { ActionBody, AdminLeaseView } from "../../../src/api/admin-types"
import type { ActionFlow } from "../../hooks/use-action-flow"
import { FORMS, type FormKey, nameOf } from "../../lib/action-kinds"
import { DateField } from "./date-field"
import { NoteField } from "./note-field"
import { OutcomeField } from "./outcome-field"

type Props = { lease: AdminLeaseView; action: FormKey; flow: ActionFlow }

/** Counted like the server, which decides. */
const NOTE_LENGTH = 10

/** The form of an action: a day, a note, or how it ended. */
export function ActionForm({ lease, action, flow }: Props) {
  const { t } = useTranslation()
  const kind = FORMS[action]
  const name = nameOf(action, lease)
  const [body, setBody] = useState<ActionBody>(() => beginning(lease, action))
  const [sent, setSent] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const set = (change: ActionBody) => setBody({ ...body, ...change })
  const missing = {
    date: kind === "date" && !body.date,
    note: kind !== "date" && (body.note ?? "").trim().length < NOTE_LENGTH,
    outcome: kind === "outcome" && !body.outcome,
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setSent(true)
    setRefusal(null)
    const form = event.currentTarget
    if (Object.values(missing).some(Boolean)) return focusFirst(form)
    setRefusal(await flow.submit(action, body))
  }
  return (
    <form noValidate onSubmit={submit} onKeyDown={submitByKey} className="flex min-h-0 flex-1 flex-col">
      <Drawer.Body className="flex flex-1 flex-col gap-6 overflow-y-auto">
        {refusal && (
          <Alert variant="error" role="alert" className="text-ui-fg-base">
            {refusal}
          </Alert>
        )}
        {kind === "date" && (
          <DateField
            lease={lease}
            action={action}
            value={body.date ?? ""}
            missing={sent && missing.date}
            onChange={(date) => set({ date })}
          />
        )}
        {kind === "outcome" && (
          <OutcomeField
            outcomes={lease.outcomes}
            value={body.outcome}
            missing={sent && missing.outcome}
            onChange={(outcome) => set({ outcome })}
          />
        )}
        {kind !== "date" && (
          <NoteField value={body.note ?? ""} missing={sent && missing.note} onChange={(note) => set({ note })} />
        )}
      </Drawer.Body>
      <Drawer.Footer className="gap-2 space-x-0">
        <Drawer.Close asChild>
          <Button type="button" size="small" variant="secondary">
            {t("leaseToOwn.act.back")}
          </Button>
        </Drawer.Close>
        <Button type="submit" size="small" isLoading={flow.acting !== undefined}>
          {t(name === "correct" ? "leaseToOwn.prompts.correct.confirm" : `leaseToOwn.actions.${name}`)}
        </Button>
      </Drawer.Footer>
    </form>
  )
}

/** The server's suggestions. */
function beginning({ delivery, returned, outcomes, attention }: AdminLeaseView, action: FormKey): ActionBody {
  // Alerts that appear or change while the note is being written don't count as seen.
  const seen = attention.map(({ code, mark }) => (mark ? `${code}:${mark}` : code))
  if (action === "settle") return outcomes.length === 1 ? { seen, outcome: outcomes[0] } : { seen }
  if (action === "attest") return {}
  return { date: (action === "return_lease" ? (returned.received_on ?? returned.latest) : delivery.completed_on) ?? "" }
}

/** After React has marked it. */
function focusFirst(form: HTMLFormElement) {
  setTimeout(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus())
}

/** Sends with control or command and Enter, like Medusa's own forms, even from a multi-line text. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
