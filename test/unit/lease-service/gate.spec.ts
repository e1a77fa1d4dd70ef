import { type CallEnd, LeaseService, withinMs } from "../../../src/lease-service"
import { json, type Local, PROBLEM, plain, startLocal, startRaw } from "./support/local-service"
import { failureOf, ID } from "./support/samples"

describe("the gate before a client's calls", () => {
  let local: Local
  beforeEach(async () => {
    local = await startLocal()
  })
  afterEach(() => local.close())

  function behindGate(url = local.url, timeoutMs = 10_000) {
    const gate = { closed: false, ends: [] as CallEnd[], waitMs: undefined as number | undefined }
    const service = new LeaseService(
      { baseUrl: url, username: "store", password: "pass-Word-99", timeoutMs },
      {
        sleep: async () => {},
        gate: {
          get closed() {
            return gate.closed
          },
          closedFor: async () => gate.waitMs,
          ended: async (end) => void gate.ends.push(end),
        },
      },
    )
    return { gate, service }
  }

  it("lets nothing through while it is closed, and the caller reads that nothing was sent", async () => {
    const { gate, service } = behindGate()
    gate.waitMs = 30_000
    for (const call of [service.getPricing(ID), service.cancelContract(ID)])
      expect(await failureOf(call)).toMatchObject({ name: "LeaseHeldBack", effect: "none", retryAfterMs: 30_000 })
    expect(local.seen).toEqual([])
    expect(gate.ends).toEqual([])
  })

  it.each([
    ["a success", json({ lines: [] })],
    ["a refusal", json(PROBLEM, 409)],
    ["wrong credentials", plain("", 401)],
    ["a fault of its own", plain("", 500)],
    ["nonsense", plain("<html>")],
  ])("hears %s as an answer", async (_, handler) => {
    const { gate, service } = behindGate()
    local.answer(handler)
    await service.cancelContract(ID).catch(() => {})
    expect(gate.ends).toEqual([{ answered: true }])
  })

  it.each([429, 502, 503, 504])("hears %i as no answer, with the pause that it asks for", async (status) => {
    const { gate, service } = behindGate()
    local.answer(plain("", status, { "retry-after": "90" }))
    await service.cancelContract(ID).catch(() => {})
    expect(gate.ends).toEqual([{ answered: false, retryAfterMs: 90_000 }])
  })

  it("hears of a connection that is cut, and of a service that stays silent", async () => {
    const cutting = await startRaw((socket) => socket.destroy())
    const silent = await startRaw((socket) => void socket.resume())
    for (const { url, close } of [cutting, silent]) {
      const { gate, service } = behindGate(url, 200)
      await service.cancelContract(ID).catch(() => {})
      expect(gate.ends).toEqual([{ answered: false }])
      await close()
    }
  })

  it("hears of a question once, however often it was repeated, and has none repeated once it is closed", async () => {
    const { gate, service } = behindGate()
    local.answer(plain("", 503))
    await service.getPricing(ID).catch(() => {})
    expect([local.seen.length, gate.ends.length]).toEqual([3, 1])
    gate.closed = true
    await service.getPricing(ID).catch(() => {})
    expect([local.seen.length, gate.ends.length]).toEqual([4, 2])
  })

  it("hears nothing of a call for which no time was left", async () => {
    const { gate, service } = behindGate()
    await withinMs(0, () => service.cancelContract(ID)).catch(() => {})
    expect(gate.ends).toEqual([])
  })
})
