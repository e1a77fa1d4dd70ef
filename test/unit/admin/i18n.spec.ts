import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import translations from "../../../admin/i18n"
import { isFinal } from "../../../admin/lib/action-kinds"
import { EXPORT_COLUMNS } from "../../../src/api/admin/lease-to-own/leases/export/columns"
import type { DoneCode } from "../../../src/api/admin-types"
import { serviceCalls } from "../../../src/modules/lease/calls"
import { ACTION_KEYS, type ActionKey } from "../../../src/modules/lease/card/allowed-actions"
import { NEXT_STEPS } from "../../../src/modules/lease/card/card"
import { FACT_KEYS } from "../../../src/modules/lease/card/history-facts"
import { CARD_STATES } from "../../../src/modules/lease/card/state"
import { CONDITIONS } from "../../../src/modules/lease/explanation/what-if"
import { RAISED_ALERT_CODES } from "../../../src/modules/lease/rules/alert-codes"
import { alerts } from "../../../src/modules/lease/rules/alerts"
import { CALL_KINDS, OUTCOMES } from "../../../src/modules/lease/rules/pending-calls"
import { LEASE_STATUSES, whyNot } from "../../../src/modules/lease/rules/state-machine"
import { LEASE_TABS } from "../../../src/modules/lease/tables/lease-list"
import { isMessageCode } from "../../../src/modules/lease/texts/messages"
import { reasonTexts } from "../../../src/modules/lease/texts/reasons"
import { flatten, LANGUAGES, type Language, missingIn, setupInEnglish, TRANSLATIONS } from "../../support/languages"

/** Alerts that only a card shows. */
const OF_CARDS = [
  ...["awaiting", "not_confirmed", "refund_due", "card_unused", "order_unpaid"],
  ...["maybe_signed", "never_reported", "earlier_unreported", "part_return_free"],
]

/** States that use the name of their alert. */
const NEEDY: readonly string[] = [
  ...["cancel_unknown", "return_unknown", "delivery_failed", "delivery_unknown", "link_used", "link_missing"],
  ...["order_canceled_lease_alive", "amount_differs"],
]

const FOLDER = join(__dirname, "../../../admin")

/** The texts of a language, by dotted key. */
function texts(language: Language): Map<string, string> {
  return new Map(flatten(translations[language].translation.leaseToOwn))
}

const parameters = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()

/** The source text of all dashboard code. */
const code = readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(join(FOLDER, file), "utf8"))
  .join("\n")

/** Types of history entries, from `records.ts`. */
const historyTypes = (() => {
  const records = readFileSync(join(FOLDER, "../src/modules/lease/rules/records.ts"), "utf8")
  const union = records.slice(records.indexOf("type CallEntry"), records.indexOf("export type AcceptedOrder"))
  const calls = Object.values(serviceCalls).flatMap(({ historyPrefix }) =>
    ["refused", "not_sent", "unanswered"].map((end) => `${historyPrefix}_${end}`),
  )
  const others = union.replace(/`.*`/, "").matchAll(/(?:type:|\|)\s+"(\w+)"/g)
  return [...calls, ...[...others].map(([, type = ""]) => type)]
})()

/** Files that refuse a merchant's actions or the ledger's calls, or give the reason why an action isn't possible. */
const REFUSING = `medusa/completion
  modules/lease/card/allowed-actions modules/lease/outbox/call modules/lease/outbox/call-outcome modules/lease/outbox/make modules/lease/outbox/back-off
  modules/lease/calls/cancel-contract modules/lease/calls/confirm-delivery modules/lease/calls/return-lease
  modules/lease/calls/index modules/lease/calls/one-time-url modules/lease/lease-service/errors
  modules/lease/lease-service/read-status modules/lease/shopper/start-order
  modules/lease/merchant/resolve modules/lease/merchant/deliver modules/lease/merchant/return modules/lease/outbox/cancel
  modules/lease/merchant/capture modules/lease/merchant/days modules/lease/merchant/release-hold`.split(/\s+/)

/** Codes in these files for shoppers, for core's pages, or as the name of an alert or a history entry. */
const NOT_SAID =
  `no_application lease_checking service_refused answer_lost no_open_cart order_not_ready invoice_differs payment_closing
  reduction_requested ship_recipient ship_over ship_before_new_contract ship_before_lease ship_unknown ship_unknown_ask`.split(
    /\s+/,
  )

/** Every text code in these files, and the state machine's reasons about merchants' actions. */
const merchantsCodes = (() => {
  const named = REFUSING.map((file) => readFileSync(join(FOLDER, "../src", `${file}.ts`), "utf8")).flatMap((source) =>
    [...source.matchAll(/"(\w+)"/g)].map(([, word = ""]) => word),
  )
  const actions = ["cancel", "deliver", "return", "attest", "capture"] as const
  const reasons = actions.flatMap((action) => LEASE_STATUSES.flatMap((status) => whyNot(action, status) ?? []))
  const codes = [...named, ...reasons].filter((word) => isMessageCode(word) && !NOT_SAID.includes(word))
  // Codes that are also statuses, alerts or states.
  return [...new Set(codes)].filter((code) => !LEASE_STATUSES.some((status) => status === code))
})()

const en = texts("en")

it("the dashboard has exactly the languages of the list", () => {
  expect(Object.keys(translations).sort()).toEqual([...LANGUAGES].sort())
})

describe.each(TRANSLATIONS)("dashboard texts in %s", (language) => {
  const own = texts(language)
  const all = { ...translations.en.translation.leaseToOwn, setup: setupInEnglish }

  it("no text is missing or left over", () => {
    const given = translations[language].translation.leaseToOwn
    expect(missingIn(given, all)).toEqual([])
    expect(missingIn(all, given)).toEqual([])
  })

  it("every text has the parameters of the English one", () => {
    const english = new Map(flatten(all))
    const wrong = [...own].filter(([key, text]) => `${parameters(text)}` !== `${parameters(english.get(key) ?? "")}`)
    expect(wrong).toEqual([])
  })
})

it.each(LANGUAGES)("no text is empty in %s", (language) => {
  expect([...texts(language)].filter(([, text]) => !text.trim())).toEqual([])
})

it.each<[group: string, keys: readonly string[]]>([
  ["states", CARD_STATES.filter((state) => !NEEDY.includes(state))],
  ["statuses", LEASE_STATUSES],
  ["calls", CALL_KINDS],
  ["explanation", [...LEASE_STATUSES, ...CALL_KINDS, ...CONDITIONS]],
  ["outcomes", OUTCOMES],
  ["outcomeHints", OUTCOMES],
  ["tabs", ["all", ...LEASE_TABS]],
  ["connection", ["reached", "credentials", "busy", "unreachable", "unreadable"]],
  ["next", NEXT_STEPS],
  ["alert_texts", [...RAISED_ALERT_CODES, ...OF_CARDS]],
  ["alerts", [...Object.keys(alerts), ...NEEDY]],
  ["facts", [...historyTypes, ...FACT_KEYS]],
  ["messages", merchantsCodes],
  ["reasons", Object.keys(reasonTexts)],
])("all %s have texts", (group, keys) => {
  expect(keys.length).toBeGreaterThan(3)
  expect(keys.filter((key) => !en.has(`${group}.${key}`))).toEqual([])
})

/** The results of a check. */
const ANSWERS: Partial<Record<ActionKey, DoneCode[]>> = {
  check_status: ["signed", "first_payment_open", "not_signed", "no_status", "void"],
  check_return: ["return_allowed", "return_not_allowed"],
  // Its result is the link.
  signing_link: [],
}

it.each(ACTION_KEYS)("the action %s has a name, a description, and a message for when it is done", (action) => {
  expect(["actions", "hints"].filter((group) => !en.has(`${group}.${action}`))).toEqual([])
  expect((ANSWERS[action] ?? [action]).filter((says) => !en.has(`done.${says}`))).toEqual([])
  expect(!isFinal(action) || ["title", "text", "confirm"].every((part) => en.has(`prompts.${action}.${part}`))).toBe(
    true,
  )
})

it("each column of the export is in one group, with a text", () => {
  const { exportColumns, exportGroups } = translations.en.translation.leaseToOwn
  const columns = Object.values(exportColumns).flatMap((texts) => Object.keys(texts))
  expect(columns.sort()).toEqual([...EXPORT_COLUMNS].sort())
  expect(Object.keys(exportGroups)).toEqual(Object.keys(exportColumns))
})

it('texts for staff say "the cart" and "the contract", not "your", and offer no other payment method', () => {
  const shoppers = /your (cart|contract|signature|lease|address)|choose another payment/i
  expect([...en].filter(([key, text]) => /^messages/.test(key) && shoppers.test(text))).toEqual([])
})

it("every text that the dashboard code uses exists", () => {
  const named = [...code.matchAll(/"leaseToOwn\.([\w.]+)"/g)].map(([, key = ""]) => key)
  expect(named.filter((key) => !en.has(key) && !en.has(`${key}_other`))).toEqual([])
})

it.each(LANGUAGES)(
  "the steps about late deliveries name the buttons and the outcome as the dashboard does: %s",
  (language) => {
    const all = texts(language)
    const later = ["actions.mark_resolved", "outcomes.nothing"]
    const named = (step: string) => (key: string) => all.get(`next.${step}`)?.includes(all.get(key) as string)
    expect([...later, "actions.mark_delivered"].map(named("say_delivered"))).toEqual([true, true, true])
    expect(later.map(named("ship_or_cancel"))).toEqual([true, true])
  },
)
