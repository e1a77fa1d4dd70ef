import { hash } from "node:crypto"
import { isOpen, type PendingCall } from "../../../src/modules/lease/ledger"
import type { Moment } from "./moment"

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Values, named by their order or by how long ago they were. */
type Named = { named: string }
type Point = { at: number }
/** The relevant values of a row. `text` has a placeholder for each of `more`. */
type Parts = { text: string; more: (Named | Point)[] }

/** Texts for people, and columns that no decision reads. */
const LEFT_OUT = new Set(
  "ids params since note delivery_date date_of_return asCart reconcile_failures created_at snapshot".split(" "),
)
/** Times for which it matters only whether they are set. */
const PRESENCE = new Set("verified_at canceled_at returned_at delivered_at placed_at capturedAt shippedAt".split(" "))

/** Rows never change, so this is computed once. */
const found = new WeakMap<object, Parts>()

function partsOf(row: object): Parts {
  const known = found.get(row)
  if (known) return known
  const texts: unknown[] = []
  const more: Parts["more"] = []
  const keep = (sign: string, ...parts: Parts["more"]) => {
    texts.push(sign)
    more.push(...parts)
  }
  const add = (name: string, value: unknown) => {
    if (value === null || value === undefined) texts.push("")
    else if (PRESENCE.has(name)) texts.push(true)
    else if (value instanceof Date) keep("@", { at: value.getTime() })
    else if (typeof value === "object") {
      const inner = partsOf(value instanceof Map ? [...value.values()] : value)
      keep(inner.text, ...inner.more)
    } else if (name === "at") keep("@", { at: new Date(value as number).getTime() })
    else if (name === "id" || name === "claim_token") keep("#", { named: String(value) })
    else texts.push(name === "attempts" ? Math.min(value as number, 4) : value)
  }
  if (row instanceof Error) texts.push(row.name, (row as { code?: string }).code)
  else
    for (const [name, value] of Object.entries(isPendingCall(row) ? briefOf(row) : row))
      if (!LEFT_OUT.has(name)) add(name, value)
  const parts = { text: texts.join(), more }
  found.set(row, parts)
  return parts
}

const isPendingCall = (row: object): row is PendingCall => "kind" in row && "state" in row

/** Only the outcome of a call that has ended matters. */
function briefOf(call: PendingCall) {
  const { kind, state, detail, actor, last_error, id, attempts, due_at, claim_token, sent, finished_at } = call
  const what = { kind, state, detail, actor, code: last_error?.code }
  if (isOpen(call))
    return { ...what, id, attempts, due_at, claim_token, sent, ...(kind === "place_order" && last_error) }
  return { ...what, finished_at: state !== "done" || kind === "place_order" ? finished_at : null }
}

/**
 * A key shared by states with the same future. Rows and claims are named by their order, and times by how long ago they were, with the precision
 * that anything depends on: minutes, hours or a day. States that differ by less are treated as one.
 */
export function keyOf({ now, lease, former, pendingCalls, order, lock, service, processes, ...m }: Moment): string {
  const { soldOut, unseen, resolvedByHand, sentAgain, refunding = false } = m
  const texts: unknown[] = [soldOut, unseen, resolvedByHand === lease.id, sentAgain, refunding]
  const more: Parts["more"] = [{ named: String(lock) }]
  for (const row of [lease, former, pendingCalls, order ?? {}, service]) {
    const parts = partsOf(row)
    texts.push(parts.text, ";")
    more.push(...parts.more)
  }
  // The order of close times matters only if one is compared with the end of a call.
  for (const { finished_at } of pendingCalls)
    if (finished_at)
      for (const moment of [lease.status_at, lease.signed_at, order?.canceledAt, order?.deliveredAt])
        texts.push(moment && moment > finished_at)
  for (const { does, waits, results } of processes) {
    texts.push(does, waits.for, waits.call)
    for (const parts of [waits.answer ?? {}, ...results].map(partsOf)) {
      texts.push(parts.text)
      more.push(...parts.more.filter(isNamed))
    }
  }
  const ago = agesOf(more, now)
  const names = new Map<string, number>()
  const nameOf = (named: string) => names.get(named) ?? names.set(named, names.size).size - 1
  for (const part of more)
    texts.push(isNamed(part) ? nameOf(part.named) : `${part.at > now ? ">" : ""}${ago.get(part.at)}`)
  return hash("md5", texts.join(), "base64")
}

const isNamed = (part: Named | Point): part is Named => "named" in part

/** Rough distances of times from now. */
function agesOf(parts: Parts["more"], now: number): Map<number, number> {
  const moments = new Set([now])
  for (const part of parts) if (!isNamed(part)) moments.add(part.at)
  const ages = new Map<number, number>()
  let age = 0
  let before = 0
  for (const moment of [...moments].sort((a, b) => a - b)) {
    const gap = moment - before
    age += gap < 2 * MINUTE ? 0 : gap < 20 * MINUTE ? 1 : gap < 23 * HOUR ? 100 : 10_000
    ages.set(moment, age)
    before = moment
  }
  const present = ages.get(now) ?? 0
  for (const [moment, at] of ages) ages.set(moment, at - present)
  return ages
}
