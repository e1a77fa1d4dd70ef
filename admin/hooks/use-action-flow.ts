import { usePrompt } from "@medusajs/ui"
import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import type { ActionBody, ActionKey, AdminLeaseView, DoneCode } from "../../src/api/admin-types"
import { type FormKey, hasForm, isFinal, nameOf } from "../lib/action-kinds"
import { leaseName } from "../lib/lease-name"
import { rememberFocus } from "../lib/remember-focus"
import { showToast } from "../lib/toasts"
import { useFormat } from "./use-format"
import { type Ending, useActing, useLeaseAction } from "./use-lease-action"
import { useMessage } from "./use-message"
import { useOnce } from "./use-once"

/** How long a failure message stays on screen: long enough to read two sentences. */
const READING_MS = 12_000

export type ActionFlow = ReturnType<typeof useActionFlow>

/** Runs an action from the button click through the form and confirmation to the result. */
export function useActionFlow(lease: AdminLeaseView) {
  const { t } = useTranslation()
  const [form, setForm] = useState<FormKey | null>(null)
  const [link, setLink] = useState<string | null>(null)
  const acting = useActing(lease.id)
  const take = useLeaseAction(lease.id, setLink)
  const agree = useAgreement(lease)
  const wordsOf = useEndingWords()
  const once = useOnce()

  const toStart = useRef(() => {})

  const run = async (key: ActionKey, body: ActionBody): Promise<Ending | null> =>
    !acting && (await agree(key, body)) ? take({ key, body }) : null

  const report = (key: ActionKey, ending: Ending) => {
    if (ending.result === "done") {
      const { code, lease: after } = ending
      // The signing link's drawer opens, so no message is needed.
      if (code === "signing_link") return
      const state = t([`leaseToOwn.states.${after.state}`, "leaseToOwn.states.needs_attention"])
      const words = t(`leaseToOwn.done.${code}`, { operator: after.operator.name, state })
      showToast(isGood(code) ? "success" : "warning", words)
    } else {
      const more = { description: wordsOf(ending), duration: READING_MS }
      showToast("error", t(`leaseToOwn.actions.${nameOf(key, lease)}`), more)
    }
    toStart.current()
  }

  return {
    /** The action whose form is open. */
    form,
    /** The new signing link, until its drawer is closed. Not stored anywhere else. */
    link,
    acting,
    close: () => {
      setForm(null)
      setLink(null)
    },
    /** Restores focus to where the action started, because a drawer without its own trigger doesn't. */
    back: () => toStart.current(),
    start: (key: ActionKey) =>
      void once(async () => {
        toStart.current = rememberFocus()
        if (hasForm(key)) return setForm(key)
        const ending = await run(key, {})
        if (ending) report(key, ending)
        else toStart.current()
      }),
    /** Submits the form. Returns the error if the form stays open. */
    submit: (key: FormKey, body: ActionBody) =>
      once(async () => {
        const toField = rememberFocus()
        const ending = await run(key, body)
        if (!ending || mayTryAgain(key, ending)) {
          toField()
          return ending && wordsOf(ending)
        }
        setForm(null)
        report(key, ending)
        return null
      }),
  }
}

/** Whether the form can be submitted again. If so, it stays open and keeps the note. */
function mayTryAgain(key: ActionKey, ending: Ending): boolean {
  if (ending.result === "done") return false
  return ending.result === "failed" || ending.lease.actions[key].allowed
}

/** Whether a completed action had the result that staff wanted. */
function isGood(code: DoneCode): boolean {
  return !["not_signed", "no_status", "void", "return_not_allowed"].includes(code)
}

/** Asks for confirmation before an action that can't be undone, or a correction that isn't required. */
function useAgreement(lease: AdminLeaseView): (key: ActionKey, body: ActionBody) => Promise<boolean> {
  const { t } = useTranslation()
  const { money } = useFormat()
  const prompt = usePrompt()
  const operator = lease.operator.name
  return async (key, { outcome }) => {
    const name = nameOf(key, lease)
    if (name !== "correct" && !isFinal(key)) return true
    const order = leaseName(lease)
    const amount = lease.leased ? money(lease.leased) : "–"
    const total = lease.order_total ? money(lease.order_total) : "–"
    const about = { order, customer: lease.email ?? t("leaseToOwn.page.noCustomer"), amount }
    const consequence = name === "correct" ? (outcome ?? "canceled") : "text"
    return prompt({
      title: t(`leaseToOwn.prompts.${name}.title`, { order }),
      description: `${t("leaseToOwn.prompts.correct.about", about)} ${t(`leaseToOwn.prompts.${name}.${consequence}`, { operator, amount, total })}`,
      confirmText: t(`leaseToOwn.prompts.${name}.confirm`),
      cancelText: t("leaseToOwn.act.back"),
    })
  }
}

/** Returns a function that says why an action wasn't done. */
export function useEndingWords(): (ending: Ending) => string {
  const { t } = useTranslation()
  const message = useMessage()
  return (ending) => {
    if (ending.result === "done") return ""
    return ending.result === "refused" ? message(ending.refusal) : t(`leaseToOwn.failures.${ending.why}`)
  }
}
