import { eventually } from "../integration/support/eventually"
import { findRedis, noRedisHint } from "./support/find-redis.mjs"
import { type Server, SeveralProcesses, TICK_MS } from "./support/several"

const DELIVERY = "POST /application/cart/delivery"
const DELETE = "DELETE /application/contract"
const LEASE = "pp_lease-to-own"
/** A line of a worker's log, with its time. */
const JOB = /executing scheduled job \S*lease-to-own-pending-calls.*?"timestamp":"([^"]+)"/g
const SECONDS = "YYYY-MM-DD HH:mm:ss".length
/** Long enough for several ticks of the job on a busy machine. */
const TICK_WITHIN_MS = 90_000

const redis = findRedis()

type Lease = { id: string; status: string; application_id: string; alerts: { code: string }[] }

/** Two servers and a worker, started as in docs/operations.md, killed and restarted. */
const describeSeveral = redis ? describe : describe.skip
describeSeveral(redis ? "several processes on one Redis" : noRedisHint, () => {
  const shop = new SeveralProcesses()
  let one: Server
  let two: Server
  let worker: { kill(): Promise<void> }

  beforeAll(async () => {
    await shop.prepare(redis ?? "")
    ;[one, two, worker] = await Promise.all([shop.server(), shop.server(), shop.worker()])
  }, 300_000)
  afterAll(() => shop.end())

  const leaseOf = async (id: string) =>
    (await shop.sql<Lease>("select * from lease where order_id = $1 or cart_id = $1", [id]))[0]
  const until = (id: string, status: string, withinMs?: number) =>
    eventually(
      () => leaseOf(id),
      (lease) => lease?.status === status,
      withinMs,
    )
  /** How often the service received this call for a lease. */
  const told = async (id: string, route: string) =>
    shop.sandbox.journal((await leaseOf(id))?.application_id).filter((call) => call.route === route).length
  const untilCaptured = (orderId: string, withinMs?: number) =>
    eventually(
      async () => (await one.merchant.payment(orderId)).captures.length,
      (made) => made > 0,
      withinMs,
    )

  /** A cart with a signed contract and our payment session. */
  async function ready(): Promise<string> {
    const cart = await one.shopper.approved()
    await two.shopper.signed(cart)
    await one.shopper.startPayment(cart.id, LEASE)
    return cart.id
  }
  /** An order by lease, captured. */
  async function placed(): Promise<string> {
    const cart = await ready()
    // A busy store responds that it is still working and can be asked again.
    const { orderId } = await one.shopper.complete(cart).catch(() => one.shopper.complete(cart))
    await untilCaptured(orderId)
    return orderId
  }

  it("a cart completed at both servers at once becomes one order", async () => {
    const carts = [await ready(), await ready()]
    for (const cart of carts) {
      const answers = await Promise.all([one, two, one, two].map(({ shopper }) => shopper.complete(cart)))
      expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1)
    }
    const orders = await shop.sql("select 1 from order_cart where cart_id = any($1)", [carts])
    expect(orders).toHaveLength(carts.length)
  })

  it("a server killed before it writes the payment leaves an unpaid order, which staff see, can't ship, and end together with its contract", async () => {
    const { shopper } = two
    // Starting takes seconds, and that long after a signature the job places the order itself.
    const doomed = await shop.server({ killAt: /^insert into "payment" / })
    const { id: cart } = await shopper.approved()
    await shopper.signed({ id: cart })
    await shopper.startPayment(cart, LEASE)
    await expect(doomed.shopper.complete(cart)).rejects.toThrow()
    await doomed.ended
    await shop.forgetLocks()
    const { orderId } = await shopper.complete(cart)
    const paid = "select 1 from payment join lease on session_id = payment_session_id where cart_id = $1"
    expect(await shop.sql(paid, [cart])).toEqual([])
    // Makes it old enough for the job's next run.
    const older = "created_at = created_at - interval '10 minutes'"
    await shop.sql(`update "order" set ${older} where id = $1`, [orderId])
    await shop.sql("update lease set status_at = status_at - interval '10 minutes' where cart_id = $1", [cart])
    const raised = (row?: Lease) => row?.alerts.some(({ code }) => code === "signed_without_order") === true
    let asked = 0
    const leaseNow = async () => {
      // A reconciliation in progress must be able to record its result.
      if (Date.now() - asked > 2 * TICK_MS) {
        await shop.sql("update lease set reconcile_at = now() where cart_id = $1 and reconcile_at > now()", [cart])
        asked = Date.now()
      }
      return leaseOf(cart)
    }
    expect(raised(await eventually(leaseNow, raised, TICK_WITHIN_MS))).toBe(true)
    await expect(two.merchant.send(orderId)).rejects.toThrow()
    expect((await two.merchant.cancel(orderId)).status).toBe(200)
    expect(await until(cart, "canceled", TICK_WITHIN_MS)).toMatchObject({ status: "canceled", alerts: [] })
    expect(await told(cart, DELETE)).toBe(1)
  })

  /** The seconds in which any worker ran the job. */
  const runs = () => [...shop.log().matchAll(JOB)].map(([, time = ""]) => time.slice(0, SECONDS))

  it("workers that return after one was killed during a call catch up, run the job once per tick, and repeat nothing", async () => {
    const [delivered, signed] = [await placed(), await ready()]
    const parcel = await one.merchant.send(delivered)
    shop.sandbox.fault({ route: DELIVERY, fault: "timeout" })
    await one.merchant.deliver(delivered, parcel)
    const sent = () => told(delivered, DELIVERY)
    expect(await eventually(sent, (made) => made > 0)).toBe(1)
    await worker.kill()
    const { orderId } = await one.shopper.complete(signed)
    // Ends the dead worker's claim now instead of minutes later.
    await shop.sql("update lease_pending_call set due_at = now() where state = 'running'")
    await Promise.all([shop.worker(), shop.worker()])
    const before = runs().length
    expect(await until(delivered, "delivered", TICK_WITHIN_MS)).toMatchObject({ status: "delivered" })
    expect(await sent()).toBe(1)
    expect(await untilCaptured(orderId, TICK_WITHIN_MS)).toBe(1)

    await eventually(
      async () => runs().length,
      (made) => made > before,
      TICK_WITHIN_MS,
    )
    expect(runs().length).toBeGreaterThan(before)
    expect(runs()).toEqual([...new Set(runs())])
    expect(await shop.sql("select payment_id from capture group by payment_id having count(*) > 1")).toEqual([])
    const twice = "select kind from lease_pending_call where state = 'done' group by lease_id, kind having count(*) > 1"
    expect(await shop.sql(twice)).toEqual([])
  })
})
