import type { RequestEvent, ResponseEvent } from "../../../src/lease-service"
import { clientOf, json, type Local, plain, startLocal } from "./support/local-service"
import { ALL_CALLS, failureOf, ID } from "./support/samples"

let local: Local
beforeAll(async () => {
  local = await startLocal()
})
afterAll(() => local.close())

function listening(url: string, options = {}) {
  const { service } = clientOf(url, options)
  const requests: RequestEvent[] = []
  const responses: ResponseEvent[] = []
  service.on("request", (event) => requests.push(event))
  service.on("response", (event) => responses.push(event))
  return { service, requests, responses }
}

it("a call is told before and after", async () => {
  local.answer(json({}))
  const { service, requests, responses } = listening(local.url)
  await service.getPricing(ID)
  const call = { operation: "getPricing", method: "GET", path: "/api/v1/application/cart/pricing", repeated: 0 }
  expect(requests).toEqual([call])
  expect(responses).toEqual([{ ...call, status: 200, durationMs: expect.any(Number) }])
  await service.close()
})

it("every try is told", async () => {
  local.answer(plain("", 503))
  const { service, responses } = listening(local.url)
  await failureOf(service.getPricing(ID))
  expect(responses.map(({ repeated, status }) => [repeated, status])).toEqual([
    [0, 503],
    [1, 503],
    [2, 503],
  ])
  await service.close()
})

it("a call without an answer has no status", async () => {
  local.answer((_, response) => void response.destroy())
  const { service, responses } = listening(local.url)
  await failureOf(service.cancelContract(ID))
  expect(responses).toEqual([expect.not.objectContaining({ status: expect.anything() })])
  await service.close()
})

it.each(Object.keys(ALL_CALLS))("%s tells neither ids nor codes nor bodies", async (name) => {
  local.answer(plain("", 500))
  const { service, requests, responses } = listening(local.url, { wire: { retry: 0, contractIdPlace: "path" } })
  await failureOf(ALL_CALLS[name]?.(service, local.url) ?? Promise.resolve())
  expect(JSON.stringify([requests, responses])).not.toMatch(/10020030|obfuscated-77|unique-code-1|Marisol|512683097/)
  await service.close()
})

it("whoever stops listening is told nothing more", async () => {
  local.answer(json({}))
  const { service } = clientOf(local.url)
  const told: unknown[] = []
  const stop = service.on("request", (event) => told.push(event))
  stop()
  await service.getPricing(ID)
  expect(told).toEqual([])
  await service.close()
})

it("a listener that throws does not decide what becomes of a call", async () => {
  local.answer(json({ invoiceTotal: 1 }))
  const { service } = clientOf(local.url)
  service.on("request", () => {
    throw new Error("broken metrics")
  })
  await expect(service.getPricing(ID)).resolves.toMatchObject({ invoiceTotal: 100 })
  await service.close()
})
