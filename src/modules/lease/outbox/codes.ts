import { mask } from "../../../client"
import { isRemoved, type LedgerDeps } from "../accounts/deps"
import { mayMove } from "../rules/approval"
import { CODE_LASTS_MS, hashCode, newCode } from "../rules/codes"
import { MINUTE_MS } from "../rules/moments"
import type { CodeRecord } from "../rules/records"
import { messageOf } from "../texts/messages"
import { ceilingsOf, withCeilings } from "./ceiling"
import type { MedusaSide } from "./medusa"
import { codeMail, languageOf } from "./notices"

/** How long a process claims a code: longer than sending takes. If two processes sent it, the code in the first email would be void. */
const AGAIN_MS = 90_000

/** Sends the requested one-time codes. Creates each code when it's sent and keeps only its hash. Retries until the code expires. Never throws. */
export async function sendCodes(deps: LedgerDeps, unlimited: MedusaSide, mustStop = () => false): Promise<void> {
  const medusa = withCeilings(unlimited, ceilingsOf(deps))
  try {
    for (;;) {
      const request = mustStop() ? null : await deps.store.codes.takeToSend(AGAIN_MS)
      if (!request) return
      await send(deps, medusa, request)
    }
  } catch (error) {
    deps.log.error(`lease-to-own: one-time codes could not be sent: ${messageOf(error)}. They are kept.`)
  }
}

/** Sends a code if its approval can still be used. */
async function send(deps: LedgerDeps, medusa: MedusaSide, request: CodeRecord): Promise<void> {
  const { store, secret, log } = deps
  const now = deps.now()
  const lease = request.lease_id ? await store.byId(request.lease_id) : null
  const left = request.created_at.getTime() + CODE_LASTS_MS - now.getTime()
  const isOff = !deps.options.notices?.shoppers || left <= 0
  if (isOff || !lease?.email || !mayMove(lease, now) || isRemoved(deps.accounts.of(lease.account_id)))
    return store.codes.set(request.id, { send_at: null })
  const code = newCode()
  const code_hash = hashCode(request.id, code, secret)
  await store.codes.set(request.id, { code_hash })
  const language = await languageOf(deps, lease)
  const mail = codeMail(deps.options, language, { code, minutes: Math.ceil(left / MINUTE_MS) })
  try {
    await medusa.mail({ ...mail, to: lease.email, key: `lease-to-own-code-${code_hash}` })
  } catch (error) {
    // Email providers quote the address in their errors, and perhaps the code, so mask both.
    const why = mask(messageOf(error)).replace(/\d{4,}/g, "…")
    return log.error(`lease-to-own: a one-time code could not be sent: ${why}. It will be retried.`)
  }
  await store.codes.set(request.id, { send_at: null })
}
