import {
  type AttentionCode,
  type ClaimedTask,
  EXCLUSIVE_KINDS,
  endedBy,
  isExclusive,
  isOpen,
  isUnderWay,
  type LeaseEventType,
  type LeaseRecord,
  type Ledger,
  leftColumns,
  type TaskKind,
  type TaskRecord,
  transitions,
} from "../../support/ledger"
import { type Moment, set } from "./moment"

type Store = Ledger["store"]
type Tasks = Store["tasks"]
type Arguments<Name extends keyof Store> = Store[Name] extends (...given: infer Given) => unknown ? Given : never
type TaskArguments<Name extends keyof Tasks> = Tasks[Name] extends (...given: infer Given) => unknown ? Given : never
type Guard = { status?: readonly string[]; fingerprint?: string; placingSession?: string; application?: string }

/** The tables of the ledger in plain rows: what each statement of `LeaseStore` does to one lease, without its history and news. */
export function rowsOf(m: Moment) {
  const now = () => new Date(m.now)
  const write = (columns: Partial<LeaseRecord>) => {
    set(m, { lease: { ...m.lease, ...columns } })
    return m.lease
  }
  const holds = ({ status, fingerprint, placingSession, application }: Guard) =>
    (!status || status.includes(m.lease.status)) &&
    (!fingerprint || m.lease.fingerprint === fingerprint) &&
    (!placingSession || m.lease.status !== "placing" || m.lease.session_id === placingSession) &&
    (!application || m.lease.application_id === application)
  const without = (codes: readonly AttentionCode[]) => m.lease.attention.filter(({ code }) => !codes.includes(code))
  const enter = (event: LeaseEventType, set: Partial<LeaseRecord> = {}) => {
    const { to } = transitions[event]
    const status_at = to === m.lease.status ? m.lease.status_at : now()
    return write({ status: to, status_at, look_at: now(), attention: without(endedBy(to)), ...set })
  }
  const change = (id: string, columns: Partial<TaskRecord>) => {
    m.tasks = m.tasks.map((task) => (task.id === id ? { ...task, ...columns } : task))
    return m.tasks.find((task) => task.id === id) as TaskRecord
  }
  const held = ({ id, claim_token }: ClaimedTask) =>
    m.tasks.find((task) => task.id === id && task.claim_token === claim_token && task.state === "running")
  /** The unique indexes: one open call of a kind, and one of the exclusive kinds. */
  const rivals = (kind: TaskKind) =>
    m.tasks.filter((task) => isOpen(task) && (task.kind === kind || (isExclusive(kind) && isExclusive(task.kind))))
  const add = (lease_id: string, kind: TaskKind, columns: Partial<TaskRecord>): TaskRecord | null => {
    if (rivals(kind).length) return null
    m.ids += 1
    const empty = { attempts: 0, claim_token: null, sent: false, last_error: null, finished_at: null }
    const row = { ...empty, id: `#${m.ids}`, lease_id, kind, created_at: now(), ...columns } as TaskRecord
    m.tasks = [row, ...m.tasks]
    return row
  }
  const claim = (ms: number) => {
    m.ids += 1
    return { state: "running" as const, claim_token: `#${m.ids}`, due_at: new Date(m.now + ms) }
  }
  const remove = (gone: (task: TaskRecord) => boolean) => set(m, { tasks: m.tasks.filter((task) => !gone(task)) })

  const tasks = {
    ofLease: () => [...m.tasks],
    ofLeases: () => [...m.tasks],
    owe: (...[id, kind, { dueAt, detail = {}, actor }]: TaskArguments<"owe">) =>
      add(id, kind, { detail, actor: actor.by, actor_id: actor.id ?? null, state: "due", due_at: dueAt ?? now() }),
    overtake: (_id: string, kind: TaskKind) =>
      isExclusive(kind) &&
      remove((task) => task.kind !== kind && isExclusive(task.kind) && task.state === "due" && !task.sent),
    take: (...[id, kind, { detail, actor, ms }]: TaskArguments<"take">) => {
      const kinds = isExclusive(kind) ? EXCLUSIVE_KINDS : [kind]
      const open = m.tasks.filter((task) => kinds.includes(task.kind) && isOpen(task))
      if (open.some((task) => task.state === "running" && task.due_at > now())) return "busy"
      const others = open.filter((task) => task.kind !== kind)
      if (others.some(({ sent }) => sent)) return "unknown"
      if (others.length) tasks.overtake(id, kind)
      const own = open.find((task) => task.kind === kind)
      const asked = { detail, actor: actor.by, actor_id: actor.id ?? null, attempts: 1, ...claim(ms) }
      if (!own) return add(id, kind, asked) ?? "busy"
      const taken = { ...own.detail, ...(own.sent ? { send_again: detail.send_again } : detail) }
      return change(own.id, { ...claim(ms), attempts: own.attempts + 1, detail: taken as TaskRecord["detail"] })
    },
    claimDue: ({ kinds, ms }: TaskArguments<"claimDue">[0]) =>
      dueOf(m)
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ id, attempts }) => change(id, { ...claim(ms), attempts: attempts + 1 })),
    write: (...[task, { error, ...left }]: TaskArguments<"write">) => {
      if (!held(task)) return false
      change(task.id, { ...(leftColumns(left, now()) as Partial<TaskRecord>), last_error: error ?? null })
      return true
    },
    note: (task: ClaimedTask, last_error: TaskRecord["last_error"]) => held(task) && change(task.id, { last_error }),
    drop: (task: ClaimedTask) => void (held(task) && remove(({ id }) => id === task.id)),
    settle: (...[{ id }, outcome]: TaskArguments<"settle">) => {
      const task = m.tasks.find((one) => one.id === id)
      if (!task || !(["due", "unknown", "refused"].includes(task.state) || task.due_at <= now())) return false
      const over = { state: "settled" as const, sent: false, claim_token: null, finished_at: now() }
      change(id, { ...over, detail: { ...task.detail, outcome } })
      return true
    },
    again: (...[{ id, detail }, { sendAgain }]: TaskArguments<"again">) => {
      const task = m.tasks.find((one) => one.id === id)
      if (!task || !["due", "unknown", "refused"].includes(task.state)) return false
      if (rivals(task.kind).some((other) => other.id !== id)) throw new Error("two open calls that exclude each other")
      if (sendAgain) m.sentAgain = true
      const due = { state: "due" as const, due_at: now(), finished_at: null }
      change(id, { ...due, ...(sendAgain && { detail: { ...detail, send_again: true } }) })
      return true
    },
  }
  const store = {
    tasks,
    byId: () => m.lease,
    ofCart: () => m.lease,
    ofOrder: (id: string) => (m.lease.order_id === id ? m.lease : null),
    lock: () => [m.lease],
    append: () => {},
    appendOnce: () => {},
    wake: () => void write({ look_at: now() }),
    move: (...[, event, { guard = {}, set }]: Arguments<"move">) =>
      holds(guard as Guard) && holds({ status: transitions[event].from }) ? enter(event, set) : null,
    set: (...[, set, { guard = {} }]: Arguments<"set">) => (holds(guard as Guard) ? write(set) : null),
    raise: (...[, code, params = {}]: Arguments<"raise">) =>
      m.lease.attention.some((entry) => entry.code === code)
        ? m.lease
        : write({ attention: [...m.lease.attention, { code, params, since: now().toISOString() }] }),
    lower: (...[lease, code]: Arguments<"lower">) =>
      lease.attention.some((entry) => entry.code === code) ? write({ attention: without([code]) }) : lease,
    step: (...[task, { task: columns, lasts = 0, event, guard = {}, set }]: Arguments<"step">) => {
      const own = held(task)
      const allowed = holds(guard as Guard) && (!event || holds({ status: transitions[event].from }))
      if (!own || !allowed || (lasts > 0 && own.due_at.getTime() <= m.now + lasts)) return null
      change(task.id, "state" in columns ? { ...(leftColumns(columns, now()) as object) } : columns)
      if (event) return enter(event, set)
      return set ? write(set) : m.lease
    },
    takeLooks: ({ ms }: { ms: number }) =>
      m.lease.look_at && m.lease.look_at <= now() ? [write({ look_at: new Date(m.now + ms) })] : [],
    lookAgain: (looked: Arguments<"lookAgain">[0]) => {
      for (const { lease, at, failures } of looked)
        if (m.lease.look_at?.getTime() === lease.look_at?.getTime()) write({ look_at: at, look_failures: failures })
    },
    writeLook: async (lease: LeaseRecord, writes: Arguments<"writeLook">[1]) => {
      const before = { lease: m.lease, tasks: m.tasks }
      for (const one of writes) await one(store as unknown as Store)
      if (m.lease.look_at?.getTime() === lease.look_at?.getTime()) return true
      Object.assign(m, before)
      return false
    },
    transaction: async (work: (within: Store) => Promise<unknown>) => {
      const before = { lease: m.lease, tasks: m.tasks }
      try {
        return await work(store as unknown as Store)
      } catch (error) {
        Object.assign(m, before)
        throw error
      }
    },
  }
  return store
}

/** Calls that are due, or left behind by a process that is gone. */
export function dueOf({ tasks, now }: Moment): TaskRecord[] {
  return tasks.filter((task) => isUnderWay(task) && task.due_at.getTime() <= now)
}
