import { signContract } from "lease-to-own-sandbox"
import type { CartInput } from "../../../src/lease-cart"
import { LeaseRefused, LeaseUnknown, LeaseUnreachable } from "../../../src/lease-service"
import { type TaskKind } from "../../support/ledger"
import { eventually } from "../support/eventually"
import { application, cartOf, describeLedger, OWNER } from "../support/ledger-room"

const MINUTE = 60_000
const SYSTEM = { by: "system" as const }
/** More than one lane has slots for. */
const MANY = 6

/** One lease, one call or one order must never keep the others waiting. */
describeLedger("what one lease costs the others", (room) => {
  let people = 0
  const run = (until?: Date) => room.runOwed(room.medusa, until && { until })
  const soon = () => new Date(room.ledger.now().getTime() + 2000)

  /** Another person each time: the service gives somebody's earlier approval back. */
  async function handedOut() {
    const cart = cartOf()
    const form = application(cart, undefined, { address: `192.0.2.${++people}` })
    const customer = { ...form.application.customer, ssn: `512-44-${1000 + people}` }
    const { lease } = await room.apply({ ...form, application: { ...form.application, customer } })
    await room.offer(cart, OWNER)
    const { url } = await room.contract(cart, OWNER)
    await room.attachSession(cart, "payses_1", false)
    room.medusa.carts.set(cart.id, { completed: false, payments: [], sessionIds: ["payses_1"] })
    return { cart, url, id: lease.id }
  }
  async function signed(): Promise<{ cart: CartInput; id: string }> {
    const { cart, url, id } = await handedOut()
    await signContract(url)
    await room.verifySignature(cart.id, OWNER)
    return { cart, id }
  }
  const owe = (id: string, kind: TaskKind) => room.ledger.store.tasks.owe(id, kind, { actor: SYSTEM })

  /** From here on the service does not answer this question; the returned function lets it. */
  function hang(name: "readStatus" | "cancelContract"): () => void {
    const { service } = room.ledger
    const ask = service[name].bind(service) as (...given: unknown[]) => Promise<never>
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    service[name] = async (...given: unknown[]) => {
      await held
      return ask(...given)
    }
    return answer
  }

  describe("when the service answers one kind of call no more", () => {
    let answer: () => void
    let waiting: string[]
    let waits: { id: string }
    let over: { id: string }
    beforeEach(async () => {
      waiting = []
      for (let n = 0; n < MANY; n++) waiting.push((await handedOut()).id)
      for (const id of waiting) await owe(id, "read_status")
      waits = await signed()
      over = await signed()
      await room.sql("update lease set look_at = null where id = ?", [over.id])
      answer = hang("readStatus")
      room.pass(3 * MINUTE)
    })
    afterEach(async () => {
      answer()
      await run()
    })

    it("an order and a cancellation are made in the same run, which ends on time, and the hanging calls end later", async () => {
      await room.ledger.store.tasks.owe(over.id, "cancel_contract", { actor: { by: "merchant", id: "user_1" } })
      await run(soon())
      expect(room.medusa.made).toContainEqual({ call: "place_order", leaseId: waits.id })
      expect(room.calls()).toContain("DELETE /application/contract")
      answer()
      await run()
      for (const id of waiting) expect((await room.lease(id)).checked_at).not.toBeNull()
    })

    it("the next run goes on with what has become due since", async () => {
      await room.sql("update lease set look_at = null where id = ?", [waits.id])
      await run(soon())
      expect(room.medusa.made).toEqual([])
      await room.ledger.store.wake(waits.id)
      await run(soon())
      expect(room.medusa.made).toContainEqual({ call: "place_order", leaseId: waits.id })
    })
  })

  it("in a process that ends, no call is begun any more, and the one that is being made ends", async () => {
    const [first, second] = [await handedOut(), await handedOut()]
    await room.sql("update lease set look_at = null")
    const answer = hang("readStatus")
    await owe(first.id, "read_status")
    const stopping = new AbortController()
    const running = room.run({ stopping: stopping.signal })
    await eventually(
      () => room.ledger.store.tasks.backlog(),
      (backlog) => backlog.running === 1,
    )
    stopping.abort()
    await owe(second.id, "read_status")
    answer()
    expect(await running).toMatchObject({ made: 1 })
    expect(await room.ledger.store.tasks.ofLease(first.id)).toEqual([])
    expect(await room.ledger.store.tasks.ofLease(second.id)).toMatchObject([{ state: "due", attempts: 0 }])
  })

  describe("when its order cannot be read", () => {
    let bad: string
    let good: string
    beforeEach(async () => {
      bad = (await signed()).id
      good = (await signed()).id
      const { factsOf } = room.medusa
      room.medusa.factsOf = async (leases) => {
        if (leases.some(({ id }) => id === bad)) throw new RangeError("An amount of the cart is not a number")
        return factsOf(leases)
      }
      room.pass(3 * MINUTE)
    })

    it("the others are looked at, and their calls made", async () => {
      await run()
      expect(room.medusa.made[0]).toEqual({ call: "place_order", leaseId: good })
    })

    it("the log names it, it is looked at less and less often, and a person is told once", async () => {
      const { reference } = await room.lease(bad)
      for (let look = 0; look < 4; look++) {
        await run()
        const { look_at } = await room.lease(bad)
        expect(await room.alerts(bad)).toEqual(look < 2 ? [] : ["look_failed"])
        room.pass((look_at?.getTime() ?? 0) - room.ledger.now().getTime() + 1)
      }
      expect(room.logged.filter((line) => line.includes(reference))).toHaveLength(4)
      const history = await room.ledger.store.histories.of(bad)
      expect(history.filter(({ type }) => type === "attention_raised")).toHaveLength(1)
    })

    it("it goes on as soon as it can be read again, and the alert goes", async () => {
      await room.sql("update lease set look_failures = 5 where id = ?", [bad])
      await run()
      expect(await room.alerts(bad)).toEqual(["look_failed"])
      bad = "nobody"
      const [{ id }] = (await room.sql("select id from lease where look_failures > 0")) as [{ id: string }]
      room.pass(61 * MINUTE)
      await run()
      expect(await room.alerts(id)).toEqual([])
      expect(room.medusa.made).toContainEqual({ call: "place_order", leaseId: id })
      expect((await room.lease(id)).look_failures).toBe(0)
    })
  })

  it("a fault over one call, and over writing it down, ends with that call", async () => {
    const [bad, good] = [await signed(), await signed()]
    const { tasks } = room.ledger.store
    const write = tasks.write.bind(tasks)
    tasks.write = async (task, change) => {
      if (task.lease_id === bad.id) throw new Error("the connection to the database was lost")
      return write(task, change)
    }
    const { place_order } = room.medusa.call
    room.medusa.call.place_order = async (lease) => {
      if (lease.id === bad.id) throw new Error("sold out")
      return place_order(lease)
    }
    room.pass(3 * MINUTE)
    await run()
    expect(room.medusa.made).toContainEqual({ call: "place_order", leaseId: good.id })
    expect((await tasks.ofLease(bad.id)).map(({ state }) => state)).toEqual(["running"])
  })

  describe("when a call to Medusa hangs", () => {
    let timers: jest.SpyInstance
    let id: string
    let made: Promise<void>
    let end: () => void
    /** Waits of more than a minute are over at once. */
    beforeEach(async () => {
      id = (await signed()).id
      const { setTimeout } = global
      const quick = (work: () => void, ms = 0) => setTimeout(work, ms > MINUTE ? 0 : ms)
      timers = jest.spyOn(global, "setTimeout").mockImplementation(quick as typeof setTimeout)
      const { place_order } = room.medusa.call
      const held = new Promise<void>((resolve) => {
        end = resolve
      })
      room.medusa.call.place_order = (lease) => {
        made = held.then(() => place_order(lease))
        return made
      }
      room.pass(3 * MINUTE)
      await run()
      timers.mockRestore()
    })
    const task = async () => (await room.ledger.store.tasks.ofLease(id)).find(({ kind }) => kind === "place_order")

    it("the run ends, the call has failed, a person is told, and its claim keeps others out", async () => {
      const now = room.ledger.now()
      expect(await task()).toMatchObject({ state: "running", attempts: 1, last_error: { code: "store_hangs" } })
      expect((await task())?.due_at.getTime()).toBeGreaterThan(now.getTime() + MINUTE)
      expect(await room.alerts(id)).toEqual(["signed_without_order"])
      expect(room.logged.join("\n")).toContain("Medusa did not finish this in time")
      await run()
      expect(await task()).toMatchObject({ state: "running", attempts: 1 })
    })

    it("it is tried again when the claim ends", async () => {
      end()
      await made
      room.medusa.made.length = 0
      room.pass(room.claimMs())
      await run()
      expect(await task()).toMatchObject({ state: "done", attempts: 2, last_error: null })
      expect(await room.alerts(id)).toEqual([])
    })

    it("and ends late with its order, the order is found and the lease placed, without a second try", async () => {
      end()
      await made
      await room.ledger.store.wake(id)
      await run()
      expect((await room.lease(id)).status).toBe("placed")
      expect(room.medusa.made.filter(({ call }) => call === "place_order")).toHaveLength(1)
      expect(await room.alerts(id)).toEqual([])
    })
  })

  it("many leases that are looked at leave this process time for its shoppers between any two", async () => {
    await room.sql(
      `insert into lease (id, reference, cart_id, status, evidence, currency_code, lease_key_hashes, attention, status_at, look_at)
       select 'lease_' || n, 'R' || n, 'cart_' || n, 'open', 'none', 'usd', '[]', '[]', now(), now() from generate_series(1, 60) n`,
    )
    let looking = true
    let served = 0
    const serve = () => {
      served += 1
      if (looking) setImmediate(serve)
    }
    setImmediate(serve)
    const { looked } = await run()
    looking = false
    expect(looked).toBe(60)
    expect(served).toBeGreaterThanOrEqual(60)
  })

  it("leases that were ordered in the same minute are not looked at in the same minute forever", async () => {
    await room.sql(
      `insert into lease (id, reference, cart_id, order_id, status, evidence, currency_code, lease_key_hashes, attention, status_at, look_at)
       select 'lease_' || n, 'R' || n, 'cart_' || n, 'order_' || n, 'placed', 'verified', 'usd', '[]', '[]', now(), now()
       from generate_series(1, 20) n`,
    )
    await run()
    const moments = await room.sql("select look_at from lease")
    const times = moments.map(({ look_at }) => (look_at as Date).getTime() - room.ledger.now().getTime())
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(MINUTE)
    expect(Math.max(...times)).toBeLessThanOrEqual(60 * MINUTE)
  })

  it("a signed contract is looked at before those that were waiting longer", async () => {
    await room.sql(
      `insert into lease (id, reference, cart_id, order_id, status, evidence, currency_code, lease_key_hashes, attention, status_at, look_at)
       select 'lease_' || n, 'R' || n, 'cart_' || n, 'order_' || n, 'placed', 'verified', 'usd', '[]', '[]', now(), now() - interval '1 day'
       from generate_series(1, 40) n`,
    )
    const { id } = await signed()
    room.pass(3 * MINUTE)
    const batches: string[][] = []
    const { factsOf } = room.medusa
    room.medusa.factsOf = (leases) => {
      batches.push(leases.map((lease) => lease.id))
      return factsOf(leases)
    }
    await run()
    expect(batches[0]).toContain(id)
  })

  it("an owed call that the service asks to wait with comes back no sooner than that", async () => {
    const { cart, id } = await signed()
    room.pass(3 * MINUTE)
    await run()
    Object.assign(room.medusa.orders.get(cart.id) ?? {}, { shipped: true, deliveredAt: new Date() })
    await room.ledger.store.wake(id)
    const asked = (httpStatus: number) => async () => {
      throw new LeaseUnreachable({ operation: "getPricing", httpStatus, message: "not now", retryAfterMs: 30 * MINUTE })
    }
    Object.assign(room.ledger.service, { confirmDelivery: asked(429), readStatus: asked(503) })
    await owe(id, "read_status")
    await run()
    const waiting = (await room.ledger.store.tasks.ofLease(id)).filter(({ state }) => state === "due")
    expect(waiting.map(({ kind }) => kind).sort()).toEqual(["confirm_delivery", "read_status"])
    for (const { due_at } of waiting)
      expect(due_at.getTime() - room.ledger.now().getTime()).toBeGreaterThan(29 * MINUTE)
  })

  it("so does a call with an unknown outcome, and one whose refusal could not be checked", async () => {
    const { cart, id } = await signed()
    room.pass(3 * MINUTE)
    await run()
    Object.assign(room.medusa.orders.get(cart.id) ?? {}, { shipped: true, deliveredAt: new Date() })
    await room.ledger.store.wake(id)
    const waits = async () => {
      const [call] = (await room.ledger.store.tasks.ofLease(id)).filter(({ kind }) => kind === "confirm_delivery")
      expect(call).toMatchObject({ state: "due", sent: true })
      return (call?.due_at.getTime() ?? 0) - room.ledger.now().getTime()
    }
    const asked = { httpStatus: 503, message: "not now", retryAfterMs: 30 * MINUTE }
    const { service } = room.ledger
    service.confirmDelivery = async () => {
      throw new LeaseUnknown({ operation: "confirmDelivery", ...asked })
    }
    await run()
    expect(await waits()).toBeGreaterThan(29 * MINUTE)

    service.confirmDelivery = async () => {
      service.readStatus = async () => {
        throw new LeaseUnreachable({ operation: "getPricing", ...asked })
      }
      throw new LeaseRefused({ operation: "confirmDelivery", httpStatus: 409, message: "no" }, {})
    }
    room.pass(40 * MINUTE)
    await run()
    expect(await waits()).toBeGreaterThan(29 * MINUTE)
  })

  it("the history says who tried a refused order: the shopper, or the plugin itself", async () => {
    const { cart, id } = await signed()
    const changed = { ...cart, total: 1 }
    room.medusa.call.place_order = async () =>
      void (await room.checkPlaceable({ cart: changed, sessionId: "payses_1" }))
    room.pass(3 * MINUTE)
    await run()
    const refusals = async () =>
      (await room.ledger.store.histories.of(id)).flatMap(({ type, actor }) => (type === "order_refused" ? [actor] : []))
    expect(await refusals()).toEqual(["system"])
    await room.ledger.store.append(id, SYSTEM, [{ type: "retried", detail: { kind: "place_order" } }])
    const byShopper = room.checkPlaceable({ cart: changed, sessionId: "payses_1", shopper: OWNER })
    await expect(byShopper).rejects.toMatchObject({ code: "contract_mismatch" })
    expect(await refusals()).toEqual(["system", "shopper"])
  })

  it("an order that begins stands there by the plugin, when the plugin tries it", async () => {
    const { cart, id } = await signed()
    const { place_order } = room.medusa.call
    room.medusa.call.place_order = async (lease) => {
      await room.startOrder({ cart, sessionId: "payses_1" })
      return place_order(lease)
    }
    room.pass(3 * MINUTE)
    await run()
    const begun = (await room.ledger.store.histories.of(id)).filter(({ type }) => type === "order_starting")
    expect(begun.map(({ actor }) => actor)).toEqual(["system"])
  })
})
