import { signContract } from "lease-to-own-sandbox"
import { urgency } from "../../../src/client"
import { READING_FRESH_MS } from "../../../src/modules/lease/lease-service/read-status"
import { handleWebhook, ofLease, startOrder } from "../../../src/modules/lease/ledger"
import { MAX_REQUESTS } from "../../../src/modules/lease/shopper/owner"
import { describeLedger, routes } from "../support/ledger-room"

describeLedger("a push to the store", (room) => {
  const push = (body: unknown) => handleWebhook(room.accountDeps, body)
  const readings = () => room.count(routes.pricing)
  const everything = () =>
    room.sql(`select * from
      (select coalesce(max(xmin::text::bigint), 0) as leases, count(*) as n from lease) a,
      (select count(*) as events, coalesce(max(seq), 0) as last from lease_event) b,
      (select count(*) as requestCounts, coalesce(sum(requests), 0) as requests from lease_request_count) c,
      (select count(*) as pendingCalls, coalesce(max(xmin::text::bigint), 0) as changed from lease_pending_call) d`)

  it("that names no contract writes and reads nothing, however often it is forged", async () => {
    const { id } = await room.offered()
    const { reference, application_id, cart_id } = await room.lease(id)
    const before = [await everything(), room.calls().length]
    const forged: unknown[] = [
      { id: cart_id, lease: { id }, status: "signed" },
      { reference, application_id },
      { reference: "L-AAAAA-AAAAA" },
      ["x".repeat(200), { deep: { deep: { deep: { deep: reference } } } }],
      { application_id: "' or 1=1 --" },
      { reference: "\0" },
      null,
      "paid",
      { ...Array.from({ length: 500 }, (_, at) => `value ${at}`) },
    ]
    for (let sent = 0; sent < 1000; sent += 1) expect(await push(forged[sent % forged.length])).toBeNull()
    expect([await everything(), room.calls().length]).toEqual(before)
  })

  it("isn't trusted: the contract is read at the service, and its order is due only if it is signed there", async () => {
    const { id, url } = await room.handedOut()
    const { reference, application_id } = await room.lease(id)
    expect(await push({ event: "contract.signed", order: { reference } })).toMatchObject({ id, status: "signing" })
    expect(await room.pendingCalls(id)).toEqual([])
    await signContract(url)
    room.pass(READING_FRESH_MS)
    expect(await push({ data: [{ application: application_id }] })).toMatchObject({ id, status: "signed" })
    expect(await room.pendingCalls(id)).toMatchObject([{ kind: "place_order", state: "due" }])
  })

  it("costs a reading with the lowest priority, like the job's readings", async () => {
    const { id } = await room.handedOut()
    const { reference } = await room.lease(id)
    const { service } = ofLease(room.accountDeps, await room.lease(id))
    const asked = jest.spyOn(service, "readStatus").mockImplementation(async () => {
      throw new Error(urgency())
    })
    await expect(push({ reference })).rejects.toThrow("question")
    asked.mockRestore()
  })

  it("costs at most a reading every two seconds, and in ten minutes no more than a shopper's page", async () => {
    const { id } = await room.handedOut()
    const { reference } = await room.lease(id)
    const before = readings()
    for (let sent = 0; sent < 20; sent += 1) await push({ reference })
    expect(readings()).toBe(before + 1)
    for (let sent = 1; sent < MAX_REQUESTS; sent += 1) {
      room.pass(READING_FRESH_MS)
      await push({ reference })
    }
    room.pass(READING_FRESH_MS)
    await expect(push({ reference })).rejects.toMatchObject({ code: "too_many_requests" })
    expect(readings()).toBe(before + MAX_REQUESTS)
  })

  it("leaves the order to a shopper who is completing the cart", async () => {
    const { id, cart, shopper } = await room.signed()
    const { reference } = await room.lease(id)
    await startOrder(room.accountDeps, { cart, sessionId: "payses_1", shopper })
    room.pass(READING_FRESH_MS)
    expect(await push({ reference })).toMatchObject({ status: "placing" })
    expect(await room.pendingCalls(id)).toEqual([])
  })

  it("is looked up with indexes only", async () => {
    const { id } = await room.handedOut()
    const { reference } = await room.lease(id)
    const [query] = await room.queries(() => room.accountDeps.store.contractNamed([reference, "app_1"]))
    expect(query && (await room.isIndexed(query))).toBe(true)
  })
})
