import { hash } from "node:crypto"
import { isOpen, type TaskRecord } from "../../support/ledger"
import type { Moment } from "./moment"

const MINUTE = 60_000
const HOUR = 60 * MINUTE

type Part = string | number | boolean | { at: number } | { named: string }

/** Texts for people, and columns that decide nothing. */
const LEFT_OUT = new Set(
  "ids params since note delivery_date date_of_return asCart look_failures created_at snapshot".split(" "),
)
/** Moments of which it only counts that they were. */
const PRESENCE = new Set("verified_at canceled_at returned_at delivered_at placed_at capturedAt shippedAt".split(" "))

/** What of each row makes a difference. A row never changes, so that this is found once. */
const found = new WeakMap<object, Part[]>()

function partsOf(row: object): Part[] {
  const known = found.get(row)
  if (known) return known
  const parts: Part[] = []
  const add = (name: string, value: unknown) => {
    if (value === null || value === undefined) parts.push("")
    else if (PRESENCE.has(name)) parts.push(true)
    else if (value instanceof Date) parts.push({ at: value.getTime() })
    else if (typeof value === "object") parts.push(...partsOf(value instanceof Map ? [...value.values()] : value))
    else if (name === "at") parts.push({ at: new Date(value as number).getTime() })
    else if (name === "id" || name === "claim_token") parts.push({ named: String(value) })
    else parts.push(name === "attempts" ? Math.min(value as number, 4) : (value as Part))
  }
  if (row instanceof Error) parts.push(row.name, (row as { code?: string }).code ?? "")
  else
    for (const [name, value] of Object.entries(isTask(row) ? briefOf(row) : row))
      if (!LEFT_OUT.has(name)) add(name, value)
  found.set(row, parts)
  return parts
}

const isTask = (row: object): row is TaskRecord => "kind" in row && "state" in row

/** A call that has ended is asked for its end alone. */
function briefOf(task: TaskRecord) {
  const { kind, state, detail, actor, last_error, id, attempts, due_at, claim_token, sent, finished_at } = task
  const what = { kind, state, detail, actor, code: last_error?.code }
  if (isOpen(task))
    return { ...what, id, attempts, due_at, claim_token, sent, ...(kind === "place_order" && last_error) }
  return { ...what, finished_at: state !== "done" || kind === "place_order" ? finished_at : null }
}

/**
 * A name for all states that go on alike. Rows and claims are named by their order, and moments by how long ago they were, as far as anything
 * depends on it: minutes, hours, a day. Two states that differ in less count as one.
 */
export function keyOf({ now, lease, former, tasks, order, lock, service, processes, ...m }: Moment): string {
  const { soldOut, unseen, settled, sentAgain, refunding = false } = m
  const all: Part[] = [soldOut, unseen, settled === lease.id, sentAgain, refunding, { named: String(lock) }]
  for (const row of [lease, former, tasks, order ?? {}, service]) all.push(...partsOf(row), ";")
  // Of moments close together, the order counts only where one is compared with the end of a call.
  for (const { finished_at } of tasks)
    if (finished_at)
      for (const moment of [lease.status_at, lease.signed_at, order?.canceledAt, order?.deliveredAt])
        all.push(moment ? moment > finished_at : "")
  for (const { does, waits, heard } of processes) {
    all.push(does, waits.for, waits.call)
    for (const part of [waits.answer ?? {}, ...heard].flatMap(partsOf))
      if (typeof part !== "object" || "named" in part) all.push(part)
  }
  const ago = agesOf(all, now)
  const names = new Map<string, number>()
  const nameOf = (named: string) => names.get(named) ?? names.set(named, names.size).size - 1
  const text = all.map((part) => {
    if (typeof part !== "object") return part
    return "at" in part ? `${part.at > now ? ">" : ""}${ago.get(part.at)}` : nameOf(part.named)
  })
  return hash("md5", text.join(), "base64")
}

/** How far each moment is from now, roughly. */
function agesOf(parts: readonly Part[], now: number): Map<number, number> {
  const moments = new Set([now])
  for (const part of parts) if (typeof part === "object" && "at" in part) moments.add(part.at)
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
