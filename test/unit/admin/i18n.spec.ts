import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import translations from "../../../admin/i18n"
import { hasForm, isFinal } from "../../../admin/lib/action-kinds"
import { FACT_KEYS } from "../../../src/api/admin/lease-to-own/card/lease-facts"
import type { DoneCode } from "../../../src/api/admin-types"
import { ACTION_KEYS, type ActionKey } from "../../../src/modules/lease/card/allowed-actions"
import { NEXT_STEPS } from "../../../src/modules/lease/card/next-step"
import { CARD_STATES } from "../../../src/modules/lease/card/state"
import { SERVICE_CALLS } from "../../../src/modules/lease/outbox/calls"
import { ATTENTION_CODES } from "../../../src/modules/lease/rules/alerts"
import { TASK_KINDS } from "../../../src/modules/lease/rules/call-kinds"
import { OUTCOMES } from "../../../src/modules/lease/rules/outcomes"
import { LEASE_STATUSES, whyNot } from "../../../src/modules/lease/rules/state-machine"
import { LEASE_TABS } from "../../../src/modules/lease/tables/lease-list"
import { staffMessages } from "../../../src/modules/lease/texts/dashboard-messages"
import { isMessageCode, messages } from "../../../src/modules/lease/texts/messages"
import { reasonTexts } from "../../../src/modules/lease/texts/reasons"
import {
  flatten,
  kitTexts,
  LANGUAGES,
  type Language,
  missingIn,
  setupInEnglish,
  TRANSLATIONS,
} from "../../support/languages"

const CONNECTIONS = ["reached", "credentials", "busy", "unreachable", "unreadable"] as const

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

/** Types of history entries, as `records.ts` and `call-kinds.ts` list them. */
const historyTypes = (() => {
  const rules = (file: string) => readFileSync(join(FOLDER, "../src/modules/lease/rules", file), "utf8")
  const records = rules("records.ts")
  const union =
    rules("call-kinds.ts").split("export type CallEntry")[1] +
    records.slice(records.indexOf("export type HistoryEntry"), records.indexOf("export type HistoryRecord"))
  const calls = SERVICE_CALLS.flatMap(({ words }) =>
    ["refused", "not_sent", "unanswered"].map((end) => `${words}_${end}`),
  )
  const others = union.replace(/`.*`/, "").matchAll(/(?:type:|\|)\s+"(\w+)"/g)
  return [...calls, ...[...others].map(([, type = ""]) => type)]
})()

/** Where a merchant's actions and the ledger's own calls are refused, and where it is said why an action is not possible. */
const REFUSING = [
  "modules/lease/card/allowed-actions.ts",
  "modules/lease/outbox/call-ends.ts",
  "modules/lease/outbox/attempt.ts",
  "modules/lease/outbox/run.ts",
  "modules/lease/outbox/calls/cancel-contract.ts",
  "modules/lease/outbox/calls/confirm-delivery.ts",
  "modules/lease/outbox/calls/return-lease.ts",
  "modules/lease/outbox/calls/one-time-url.ts",
  "modules/lease/status/service-failure.ts",
  "modules/lease/merchant/attest.ts",
  "modules/lease/merchant/note.ts",
  "modules/lease/merchant/retry.ts",
  "modules/lease/merchant/settle.ts",
  "modules/lease/merchant/may-capture.ts",
  "modules/lease/status/check-status.ts",
  "modules/lease/merchant/deliver.ts",
  "modules/lease/shopper/start-order.ts",
  "modules/lease/status/read-status.ts",
  "modules/lease/merchant/return.ts",
  "medusa/complete-cart.ts",
  "medusa/start-completion.ts",
]

/** Codes that stand there for shoppers, or as the name of an alert. */
const NOT_SAID = [
  "no_application",
  "service_refused",
  "answer_lost",
  "no_open_cart",
  "invoice_differs",
  "payment_closing",
]

/** Every code of a text that these files name, and what the state machine says of the actions that merchants take. */
const merchantsCodes = (() => {
  const named = REFUSING.map((file) => readFileSync(join(FOLDER, "../src", file), "utf8")).flatMap((source) =>
    [...source.matchAll(/"(\w+)"/g)].map(([, word = ""]) => word),
  )
  const actions = ["cancel", "deliver", "return", "attest", "capture"] as const
  const reasons = actions.flatMap((action) => LEASE_STATUSES.flatMap((status) => whyNot(action, status) ?? []))
  const codes = [...named, ...reasons].filter((word) => isMessageCode(word) && !NOT_SAID.includes(word))
  // Words that are codes as well: statuses, alerts and states of the same name.
  return [...new Set(codes)].filter((code) => !LEASE_STATUSES.some((status) => status === code))
})()

const en = texts("en")

it("has every language of the list, and no other", () => {
  expect(Object.keys(translations).sort()).toEqual([...LANGUAGES].sort())
})

describe.each(TRANSLATIONS)("in %s", (language) => {
  const own = texts(language)
  const all = { ...translations.en.translation.leaseToOwn, setup: setupInEnglish }

  it("lacks no text, and has no other", () => {
    const given = translations[language].translation.leaseToOwn
    expect(missingIn(given, all)).toEqual([])
    expect(missingIn(all, given)).toEqual([])
  })

  it("has the parameters of the English text", () => {
    const english = new Map(flatten(all))
    const wrong = [...own].filter(([key, text]) => `${parameters(text)}` !== `${parameters(english.get(key) ?? "")}`)
    expect(wrong).toEqual([])
  })
})

it.each(LANGUAGES)("has no empty text in %s", (language) => {
  expect([...texts(language)].filter(([, text]) => !text.trim())).toEqual([])
})

it.each(CARD_STATES)("has a word for the state %s", (state) => {
  expect(en.has(`states.${state}`)).toBe(true)
})

it.each(LEASE_STATUSES)("has a word for the status %s", (status) => {
  expect(en.has(`statuses.${status}`)).toBe(true)
})

it.each(TASK_KINDS)("has words for the call %s", (kind) => {
  expect(en.has(`calls.${kind}`)).toBe(true)
})

/** The answers to a person who asked a question. */
const ANSWERS: Partial<Record<ActionKey, DoneCode[]>> = {
  check_status: ["signed", "first_payment_open", "not_signed", "no_word", "void"],
  check_return: ["return_allowed", "return_not_allowed"],
  // Its answer is the link.
  signing_link: [],
}

it.each(ACTION_KEYS)("has a name for the action %s, what it does, and what to say when it is done", (action) => {
  expect(["actions", "hints"].filter((group) => !en.has(`${group}.${action}`))).toEqual([])
  expect((ANSWERS[action] ?? [action]).filter((says) => !en.has(`done.${says}`))).toEqual([])
  expect(!hasForm(action) || en.has(`submit.${action}`)).toBe(true)
  expect(!isFinal(action) || ["title", "text", "confirm"].every((part) => en.has(`prompts.${action}.${part}`))).toBe(
    true,
  )
})

it.each(OUTCOMES)("has words for the outcome %s", (outcome) => {
  expect(["outcomes", "outcomeHints"].filter((group) => !en.has(`${group}.${outcome}`))).toEqual([])
})

it.each(["all", ...LEASE_TABS])("has a name for the tab %s", (tab) => {
  expect(en.has(`tabs.${tab}`)).toBe(true)
})

it.each(CONNECTIONS)("has words for the connection: %s", (result) => {
  expect(en.has(`connection.${result}`)).toBe(true)
})

it.each(NEXT_STEPS)("has words for the next step %s", (step) => {
  expect(en.has(`next.${step}`)).toBe(true)
})

it.each(ATTENTION_CODES)("has words for what is raised as %s", (attention) => {
  expect(en.has(`attention.${attention}`)).toBe(true)
})

it.each([
  "awaiting",
  "not_confirmed",
  "refund_due",
  "card_unused",
  "order_unpaid",
  "maybe_signed",
  "never_reported",
  "part_return_free",
])("has words for the alert %s", (attention) => {
  expect(en.has(`attention.${attention}`)).toBe(true)
})

it("reads the types of history entries", () => {
  expect(historyTypes).toEqual(expect.arrayContaining(["lease_opened", "cart_sent", "cancelled", "attention_raised"]))
})

it.each([...historyTypes, ...FACT_KEYS])("has words for the history entry %s", (type) => {
  expect(en.has(`facts.${type}`)).toBe(true)
})

it("speaks of the cart and the contract to staff, never of theirs", () => {
  expect(
    [...en].filter(([key, text]) => /^messages/.test(key) && /your (cart|contract|signature|lease)/i.test(text)),
  ).toEqual([])
})

it("says what the server says, to staff where that is another text", () => {
  expect(en.get("messages.lease_dead")).toBe(staffMessages.lease_dead)
  expect(en.get("messages.busy")).toBe(messages.busy)
  expect(en.get("messages.account_removed")).toContain("{{account}}")
})

it("leaves the English findings of the setup check to the server, which sends them in its answer", () => {
  expect([...en.keys()].filter((key) => key.startsWith("setup."))).toEqual([])
})

it.each(merchantsCodes)("has words for %s, with which an action or a call can end", (code) => {
  expect(en.has(`messages.${code}`)).toBe(true)
})

it.each(Object.keys(reasonTexts))("has words for the reason %s", (reason) => {
  expect(en.has(`reasons.${reason}`)).toBe(true)
})

it.each(LANGUAGES)("names the figures of a lease as shoppers read them: %s", (language) => {
  const own = texts(language)
  const { dictionary } = kitTexts(language)
  const names = [...own.keys()].flatMap((key) => (key.startsWith("figures.") ? key.slice("figures.".length) : []))
  expect(names.length).toBeGreaterThan(20)
  expect(names.map((name) => own.get(`figures.${name}`))).toEqual(names.map((name) => dictionary.figure(name)))
})

it("has every text that the dashboard code names", () => {
  const named = [...code.matchAll(/"leaseToOwn\.([\w.]+)"/g)].map(([, key = ""]) => key)
  expect(named.filter((key) => !en.has(key) && !en.has(`${key}_other`))).toEqual([])
})
