/**
 * Mutants that no test has to notice, by file and as `npm run test:mutation` prints them, each with its reason. "Not stated" is a
 * case that differs, and that no unit test has yet.
 *
 * @type {Record<string, Record<string, string>>}
 */
export const survivors = {
  "src/modules/lease/rules/keys.ts": {
    'return randomBytes([16 → 17]).toString("base64url")': "a longer nonce is no weaker",
  },
  "src/modules/lease/rules/delivery.ts": {
    'return { earliest: dayIn(placedAt, timeZone), latest: [dayIn(now, timeZone) ?? "" → dayIn(now, timeZone)] }':
      "now is always a valid date",
  },
  "src/lease-cart/widget-customer.ts": {
    "[text(customer?.[field]) ?? text(shipping?.[field]) → text(shipping?.[field])] ?? text(billing?.[field])":
      "not stated: a customer without a name beside a shipping address",
    "const LONGEST_PREFILL = [200 → 201]": "not stated: a text of exactly this length",
  },
  "src/lease-cart/recipient.ts": {
    "const LONGEST_PART = [1000 → 1001]": "not stated: a part of exactly this length",
    'return texts.some(({ length }) => length [> → >=] LONGEST_PART) ? texts.join("\\n") : read(...texts)':
      "not stated: a part of exactly this length",
    'return texts.some(({ length }) => length > LONGEST_PART) ? texts.join(["\\n" → ""]) : read(...texts)':
      "a part of this length is compared with itself only",
  },
  "src/lease-cart/lease-items.ts": {
    "const LONGEST_URL = [2_000 → 2001]": "not stated: a URL of exactly this length",
    '[...(hasMetadata(line) && { hasMetadata: true }),  → ]unitPrice: toCents(readField(line.unit_price, "items.unit_price")),':
      "not stated: a line with metadata in the snapshot",
    "...(hasMetadata(line) && { [hasMetadata: true → ] }),": "not stated: a line with metadata in the snapshot",
    "...(hasMetadata(line) && { hasMetadata: [true → false] }),": "not stated: a line with metadata in the snapshot",
    "return isPublic && parsed.href.length [<= → <] LONGEST_URL ? parsed.href : undefined":
      "not stated: a URL of exactly this length",
  },
  "src/lease-cart/articles.ts": {
    "const wanted = signed.map(({ key, quantity, hasMetadata: custom[ = false → ] }) => {":
      "not stated: a line whose metadata is unknown",
    "const wanted = signed.map(({ key, quantity, hasMetadata: custom = [false → true] }) => {":
      "not stated: a line whose metadata is unknown",
    "if (line) return { change: { line_id: line.id, quantity }, isMore: quantity [> → >=] line.quantity }":
      "a line that keeps its quantity is no change",
    "return [variant_id && others.length === 0 → variant_id] && !custom ? { change: { variant_id, quantity }, isMore: true } : []":
      "not stated: two other lines of one variant",
  },
  "src/client/messages/application-request.ts": {
    "const LONGEST_TYPED = [1000 → 1001]": "far longer than any value",
    ".max(LONGEST_TYPED, { [error,  → ]abort: true })":
      "not stated: the wording of a refusal of a text that is far too long",
    ".refine(check, { [error,  → ]abort: true })": "not stated: the wording, which names the field either way",
    '.replace(/[^ → ][^<>]*<([^<>]*)>$/, "$1")': "what is left has a bracket, which no address may have",
    '[value.length <= LONGEST_EMAIL && more.length === 0 → value.length <= LONGEST_EMAIL] && isLocal && isDomain && !/^\\d+$/.test(labels.at(-1) ?? "")':
      "the domain of such an address is none either way",
    'value.replace(/[^ → ](\\d{5})(?=\\d)/, "$1-"),': "a zip code has 5 or 9 digits",
    "const sum = [...value].reduce((before, digit, at) => before + Number(digit) * ([3, 7, 1][at % 3] ?? [0 → 1]), 0)":
      "the index is always one of the three",
    "return /^\\d{9}$/.test(value) && sum > [0 → 1] && sum % 10 === 0": "a sum that is a multiple of ten is never one",
    "day.refine((value) => value >= daysLater(today(), from) && value <= daysLater(today(), to), { [error,  → ]abort: true })":
      "not stated: the wording of this refusal",
  },
  "src/client/messages/pricing-lines.ts": {
    "const MAX_LEARNED = [1000 → 1001]": "one name more is remembered",
    "[learned.set(dialect, rules) → ;]": "only slower",
    "if ([rules.size < MAX_LEARNED → true]) rules.set(key, rule)": "more names are remembered",
    "if ([rules.size < MAX_LEARNED → false]) rules.set(key, rule)": "only slower",
    "if (rules.size [< → <=] MAX_LEARNED) rules.set(key, rule)": "one name more is remembered",
  },
  "src/lease-cart/amount.ts": {
    "return shift [>= → >] 0 ? value * 10n ** BigInt(shift) : divideHalfUp(value, 10n ** BigInt(-shift))":
      "times one is divided by one",
    "return shift >= [0 → 1] ? value * 10n ** BigInt(shift) : divideHalfUp(value, 10n ** BigInt(-shift))":
      "times one is divided by one",
    'const digits = String(value [< → <=] 0n ? -value : value).padStart(DECIMALS + 1, "0")': "0 is 0 either way",
    'const digits = String(value < [0n → 1n] ? -value : value).padStart(DECIMALS + 1, "0")': "0 is 0 either way",
    "return value [< → <=] 0n ? -((-value + half) / divisor) : (value + half) / divisor": "0 is 0 either way",
    "return value < [0n → 1n] ? -((-value + half) / divisor) : (value + half) / divisor": "0 is 0 either way",
  },
  "src/lease-cart/delivery-date.ts": {
    "const offset = [isHere → false] ? date.getTimezoneOffset() * 60_000 : 0":
      "noticed only on a machine east of Greenwich",
    "const offset = isHere ? date.getTimezoneOffset() [* → /] 60_000 : 0":
      "noticed only on a machine east of Greenwich",
    "const day = new Date(date.getTime() [- → +] offset).toISOString().slice(0, 10)":
      "noticed only on a machine east of Greenwich",
    "const TIME = /T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?(Z|[+-]\\d{2}:?\\d{2})[$ → ]/i": "a Date reads no such text",
    "if ([kept?.timeZone !== timeZone → true]) {": "a formatter for each date is only slower",
  },
  "src/lease-cart/eligibility.ts": {
    "return reasonTexts[reason.code].replace(/\\{(\\w+)\\}/[g → ], (placeholder, name: string) => params[name] ?? placeholder)":
      "no text has two parameters yet",
  },
  "src/lease-cart/sales-tax.ts": {
    "return [...taxes, deliverySalesTax(cart, options)].some((tax) => tax > [0n → 1n])":
      "so small a tax is a residue of Medusa's, and read as 0",
  },
  "src/modules/lease/card/allowed-actions.ts": {
    "done: String([order?.returned ?? 0 → order?.returned]),": "no text counts the pieces of no order",
    "done: String(order?.returned ?? [0 → 1]),": "no text counts the pieces of no order",
    "total: String([order?.pieces ?? 0 → order?.pieces]),": "no text counts the pieces of no order",
    "total: String(order?.pieces ?? [0 → 1]),": "no text counts the pieces of no order",
  },
  "src/modules/lease/card/card.ts": {
    "const at = call && call.due_at [> → >=] now ? call.due_at : now": "both are the same moment",
    '...(code === "refund_part" && { amount: [alerts[0]?.amount ?? 0 → alerts[0]?.amount] }),':
      "the alert of this step has its amount",
    '...(code === "refund_part" && { amount: alerts[0]?.amount ?? [0 → 1] }),': "the alert of this step has its amount",
    'const failed = [lastCall(facts, "replace_payment")?.last_error && mayDo(fact… → lastCall(facts, "replace_payment")?.last_error]':
      "not stated: a payment that failed, and can't be tried again",
    'const failed = [lastCall(facts, "replace_payment")?.last_error && mayDo(fact… → mayDo(facts, "retry")]':
      "not stated: another call that failed beside a new payment",
    'return alerts.find(({ code }) => !([isUnknown && code === "part_return_due" → isUnknown]))':
      "not stated: any other alert beside an unknown refund",
    'if ([first?.code === "capture_open" && isForExistingOrder(facts.lease) → false]) return paymentStep(facts)':
      "not stated: a new payment that isn't captured, on a card with another state",
    'if ([first?.code === "capture_open" && isForExistingOrder(facts.lease) → first?.code === "capture_open"]) return paymentStep(facts)':
      "the card of any other lease has its own step then",
  },
  "src/modules/lease/card/state.ts": {
    "if ([!awaitsDelivery(lease) → false]) return null": "no confirmation of a lease that runs is unfinished",
  },
  "src/modules/lease/options/consent.ts": {
    'return { id, required, text: [texts[language] ?? "" → texts[language]], texts, link: links[language] ?? null, links }':
      "the compiler rejects it in files that import it through others",
  },
  "src/modules/lease/options/disclosures.ts": {
    "acknowledge: z.literal(true, { error: VERSION }).optional()[, /** The version that the shopper confirms. Change it whene… → ],":
      "an editor shows its comment",
  },
  "src/modules/lease/options/estimate.ts": {
    'return [state !== undefined && estimate.of({ ...input, state: undefi… → estimate.of({ ...input, state: undefined }) === "state"] ? "state" : null':
      "without a state, the same call once more",
  },
  "src/modules/lease/options/schemas.ts": {
    ".transform((name) => [readHost(name) ?? name → readHost(name)])": "what is no host has been refused",
  },
  "src/modules/lease/outbox/back-off.ts": {
    "if (!breaker) return retryMs([1 → 2], REMOVED_RETRY_MS)": "the wait of a removed account is longer",
    "export function retryMs(attempts: number, askedMs = [0 → 1], random: number = Math.random()): number {":
      "the back-off is longer",
    "return cause instanceof LeaseOverRate ? (cause.retryAfterMs ?? [0 → 1]) : 0": "a call over the rate has its turn",
    "if (outage || isLikely) return retryMs(1, outage ? outage.probe_at.getTime() - now().getTime() : [0 → 1])":
      "the back-off is longer",
  },
  "src/modules/lease/decide/decision.ts": {
    "return a && a [< → <=] b ? a : b": "the same moment either way",
  },
  "src/modules/lease/decide/decide-calls.ts": {
    "const endedAt = Math.max(lease.status_at.getTime(), facts.order?.canceledAt?.getTime() ?? [0 → 1])":
      "no lease ended in 1970",
    "const order = [lease.order_id || (facts.order && isOwn(facts.order, lease)) → true] ? facts.order : null":
      "not stated: another lease's order that is open",
    "const order = [lease.order_id || (facts.order && isOwn(facts.order, lease)) → (facts.order && isOwn(facts.order, lease))] ? facts.order : null":
      "a recorded order is the lease's own",
    "const order = lease.order_id || ([facts.order && isOwn(facts.order, lease) → facts.order]) ? facts.order : null":
      "not stated: another lease's order that is open",
    'const canceling = !order?.canceled && pendingCalls.some((call) => [call.kind === "cancel_order" && isUnderWay(call) → isUnderWay(call)])':
      "not stated: another call in progress for an order that was never recorded",
    "if ([lease.order_id || !order || order.canceled || !(open.length … → lease.order_id || !order || order.canceled])":
      "not stated: an unrecorded order that nothing pays",
    "if ([lease.order_id || !order || order.canceled → lease.order_id || !order] || !(open.length || awaitingSession(order)))":
      "not stated: an unrecorded order that was canceled young",
    "if ([lease.order_id || !order → !order] || order.canceled || !(open.length || awaitingSession(order)))":
      "not stated: a recorded order that is young",
    "if (lease.order_id || !order || order.canceled || !([open.length || awaitingSession(order) → open.length]))":
      "not stated: a young order whose payment is only promised",
    "return stands [> → >=] now ? { reconcileAt: stands } : { calls, reconcileAt: after(now, DAY_MS) }":
      "the job checks again at that moment",
  },
  "src/modules/lease/rules/lease-predicates.ts": {
    'return [isOffered(lease) && !hasEvidence(lease) → !hasEvidence(lease)] && lease.service_status === ""':
      "not stated: what the alert is called while such a contract is being canceled",
  },
  "src/modules/lease/rules/payout.ts": {
    "[WITHOUT_APPLICATION.includes(status) ? 0 : [1 → 2], placed_at?.getTime() ?? 0, created_at.getTime()] as const":
      "more than 0 either way",
  },
  "src/modules/lease/rules/restored.ts": {
    'const order: readonly Release[] = [["at_once",  → ]"with_all", "one_by_one", "never"]':
      "before the others either way",
  },
  "src/modules/lease/rules/widget-tokens.ts": {
    "later.filter(({ approved_at }) => (approved_at !== null) [=== → !==] approved).slice(-MOST_OF_A_LINE)":
      "both halves are kept, in another order",
    "later.filter(({ approved_at }) => (approved_at [!== → ===] null) === approved).slice(-MOST_OF_A_LINE)":
      "both halves are kept, in another order",
  },
  "src/modules/lease/rules/reversal.ts": {
    'const code = amount > 0 && amount [< → <=] rest && knowsLines ? whyNot("reduce", status) : "refund_partial"':
      "it isn't the rest there",
  },
  "src/modules/lease/rules/state-machine.ts": {
    'export const ACTORS = [["shopper",  → ]"merchant", "service", "system"] as const':
      "the compiler rejects it in files that import it through others",
    'export const ACTORS = ["shopper", "merchant", ["service",  → ]"system"] as const':
      "the compiler rejects it in files that import it through others",
  },
  "src/scripts/payouts/lines.ts": {
    'const [start = "", end = ""] = place === undefined ? [] : cells.slice(place, place + [2 → 3]).map((cell) => cell.trim())':
      "a third cell isn't read",
    "const now = (this.inThisFile.get(key) ?? [0 → 1]) + 1": "each count is one more",
    "const now = (this.inThisFile.get(key) ?? 0) + [1 → 2]": "each count is twice as much",
  },
  "src/scripts/payouts/totals.ts": {
    "if (paid > 0 && day && (!this.day || day [> → >=] this.day)) this.day = day": "the same day either way",
  },
}
