import { Textarea } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { ActionBody, AdminLeaseView } from "../../../src/api/admin-types"
import type { ActionFlow } from "../../hooks/use-action-flow"
import { FORMS, type FormKey, nameOf } from "../../lib/action-kinds"
import { DrawerForm } from "../drawer-form"
import { Field } from "../field"
import { DateField } from "./date-field"
import { OutcomeField } from "./outcome-field"

type Props = { lease: AdminLeaseView; action: FormKey; flow: ActionFlow }

/** The minimum length of a note. The server enforces it, too. */
const NOTE_LENGTH = 10

/** The form for an action that asks for a date, a note or an outcome. */
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
  const submit = async (form: HTMLFormElement) => {
    setSent(true)
    setRefusal(null)
    if (Object.values(missing).some(Boolean)) return focusFirst(form)
    setRefusal(await flow.submit(action, body))
  }
  const noNote = sent && missing.note ? t("leaseToOwn.messages.note_required") : undefined
  return (
    <DrawerForm
      error={refusal}
      back={t("leaseToOwn.act.back")}
      submit={t(name === "correct" ? "leaseToOwn.prompts.correct.confirm" : `leaseToOwn.actions.${name}`)}
      busy={flow.acting !== undefined}
      onSubmit={submit}
    >
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
          operator={lease.operator.name}
          outcomes={lease.outcomes}
          value={body.outcome}
          missing={sent && missing.outcome}
          onChange={(outcome) => set({ outcome })}
        />
      )}
      {kind !== "date" && (
        <Field
          label={t("leaseToOwn.fields.note")}
          hint={noNote ? undefined : t("leaseToOwn.fields.noteHint")}
          error={noNote}
        >
          {(control) => (
            <Textarea
              {...control}
              dir="auto"
              rows={4}
              maxLength={1000}
              value={body.note ?? ""}
              aria-required
              onChange={({ target }) => set({ note: target.value })}
            />
          )}
        </Field>
      )}
    </DrawerForm>
  )
}

function beginning({ delivery, returned, outcomes, alerts }: AdminLeaseView, action: FormKey): ActionBody {
  // Acknowledge only the alerts shown now. Staff can't have read any that appear or change while they write the note.
  const acknowledged = alerts.map(({ code, mark }) => (mark ? `${code}:${mark}` : code))
  if (action === "mark_resolved")
    return outcomes.length === 1 ? { acknowledged, outcome: outcomes[0] } : { acknowledged }
  if (action === "attest") return {}
  if (action === "return_lease") return { date: returned.received_on ?? returned.latest }
  return { date: delivery.completed_on ?? (action === "mark_delivered" ? returned.latest : "") }
}

/** Focuses the first invalid field, once React has marked it. */
function focusFirst(form: HTMLFormElement) {
  setTimeout(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus())
}
