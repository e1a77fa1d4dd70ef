import { eventually } from "../integration/support/eventually"
import { checkoutKills } from "./checkout-kills"
import { findRedis, noRedisHint } from "./support/find-redis.mjs"
import { type Server, SeveralProcesses } from "./support/several"

const DELIVERY = "POST /application/cart/delivery"
const DELETE = "DELETE /application/contract"
const RETURN = "POST /application/return"
const LEASE = "pp_lease-to-own"
/** A line of a worker's log, with its time. */
const JOB = /executing scheduled job \S*lease-to-own-owed-calls.*?"timestamp":"([^"]+)"/g
const SECONDS = "YYYY-MM-DD HH:mm:ss".length
/** Ten at each of two servers. */
const AT_ONCE = 10
/** Long enough for several ticks of the job on a busy machine. */
const TICK_WITHIN_MS = 90_000

const redis = findRedis()

type Lease = { id: string; status: string; application_id: string }

/** Two servers and a worker as docs/scaling.md starts them, killed and started again. */
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

  const leaseOf = async (orderId: string) => {
    const [lease] = await shop.sql<Lease>("select * from lease where order_id = $1", [orderId])
    return lease
  }
  const until = (orderId: string, status: string, withinMs?: number) =>
    eventually(
      () => leaseOf(orderId),
      (lease) => lease?.status === status,
      withinMs,
    )
  /** How often the service was told this of the lease of an order. */
  const told = async (orderId: string, route: string) =>
    shop.sandbox.journal((await leaseOf(orderId))?.application_id).filter((call) => call.route === route).length
  const captures = async (orderId: string) => {
    const { captures } = await one.merchant.payment(orderId)
    return captures.length
  }
  const untilCaptured = (orderId: string, withinMs?: number) =>
    eventually(
      () => captures(orderId),
      (made) => made > 0,
      withinMs,
    )
  const entries = async (orderId: string, type: string) =>
    (
      await shop.sql(
        "select 1 from lease_event join lease on lease.id = lease_event.lease_id where order_id = $1 and type = $2",
        [orderId, type],
      )
    ).length

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
    // A busy store says that it goes on, and that one may ask again.
    const { orderId } = await one.shopper.complete(cart).catch(() => one.shopper.complete(cart))
    await untilCaptured(orderId)
    return orderId
  }
  const atBoth = <T>(ask: (server: Server) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: AT_ONCE }, () => [one, two].map(ask)).flat())

  it("makes one order of a cart that is completed at both servers at once", async () => {
    const carts = [await ready(), await ready()]
    for (const cart of carts) {
      const answers = await Promise.all([one, two, one, two].map(({ shopper }) => shopper.complete(cart)))
      expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1)
    }
    const orders = await shop.sql("select 1 from order_cart where cart_id = any($1)", [carts])
    expect(orders).toHaveLength(carts.length)
  })

  it("has the worker record an order and capture its payment, once", async () => {
    const { orderId } = await two.shopper.complete(await ready())
    expect(await until(orderId, "placed")).toMatchObject({ status: "placed" })
    expect(await untilCaptured(orderId)).toBe(1)
    const captured = () => entries(orderId, "payment_captured")
    expect(await eventually(captured, (written) => written > 0)).toBe(1)
    expect(await entries(orderId, "order_placed")).toBe(1)
  })

  it("tells the service of a delivery once", async () => {
    const orderId = await placed()
    const parcel = await one.merchant.send(orderId)
    expect((await two.merchant.deliver(orderId, parcel)).status).toBe(200)
    expect(await until(orderId, "delivered")).toMatchObject({ status: "delivered" })
    expect(await told(orderId, DELIVERY)).toBe(1)
  })

  it("cancels a contract once when twenty ask for it at both servers", async () => {
    const orderId = await placed()
    const answers = await atBoth(({ merchant }) => merchant.cancel(orderId))
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(await until(orderId, "cancelled")).toMatchObject({ status: "cancelled" })
    expect(await told(orderId, DELETE)).toBe(1)
    expect((await one.merchant.order(orderId)).status).toBe("canceled")
  })

  it("returns a lease once when twenty refund it at both servers", async () => {
    const orderId = await placed()
    const parcel = await one.merchant.send(orderId)
    await one.merchant.deliver(orderId, parcel)
    await until(orderId, "delivered")
    const answers = await atBoth(({ merchant }) => merchant.refund(orderId))
    expect(answers.map(({ status }) => status)).toContain(200)
    expect(await until(orderId, "returned")).toMatchObject({ status: "returned" })
    expect(await told(orderId, RETURN)).toBe(1)
  })

  const checkout = checkoutKills(shop, () => two, TICK_WITHIN_MS)
  describe("a server that completes a cart", checkout.kills)

  /** The seconds in which the job ran, in any worker. */
  const runs = () => [...shop.log().matchAll(JOB)].map(([, time = ""]) => time.slice(0, SECONDS))
  let runsBeforeTwo: number

  it("catches up when a worker was killed in the middle of a call and comes back", async () => {
    const [delivered, signed] = [await placed(), await ready()]
    const parcel = await one.merchant.send(delivered)
    shop.sandbox.fault({ route: DELIVERY, fault: "timeout" })
    await one.merchant.deliver(delivered, parcel)
    expect(
      await eventually(
        () => told(delivered, DELIVERY),
        (made) => made > 0,
      ),
    ).toBe(1)
    await worker.kill()
    const { orderId } = await one.shopper.complete(signed)
    // The claim of the worker that is gone ends in minutes; here it ends now.
    await shop.sql("update lease_task set due_at = now() where state = 'running'")
    await Promise.all([shop.worker(), shop.worker()])
    runsBeforeTwo = runs().length
    expect(await until(delivered, "delivered", TICK_WITHIN_MS)).toMatchObject({ status: "delivered" })
    expect(await told(delivered, DELIVERY)).toBe(1)
    expect(await untilCaptured(orderId, TICK_WITHIN_MS)).toBe(1)
  })

  describe("a completion whose server was killed", checkout.afterATick)

  it("runs the job once a tick, in whichever of two workers, and nothing twice", async () => {
    await eventually(
      async () => runs().length,
      (made) => made > runsBeforeTwo,
      TICK_WITHIN_MS,
    )
    expect(await shop.sql("select payment_id from capture group by payment_id having count(*) > 1")).toEqual([])
    const twice = "select kind from lease_task where state = 'done' group by lease_id, kind having count(*) > 1"
    expect(await shop.sql(twice)).toEqual([])
    expect(runs().length).toBeGreaterThan(runsBeforeTwo)
    expect(runs()).toEqual([...new Set(runs())])
  })
})
