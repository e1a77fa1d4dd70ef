import { metrics } from "@medusajs/framework/opentelemetry/api"
import { metrics as sdk } from "@medusajs/framework/opentelemetry/sdk-node"
import { OUTAGE_AFTER } from "../../../src/modules/lease/accounts/breaker"
import { noOnesApplication } from "../../../src/modules/lease/calls/service-call"
import { describeLedger, MINUTE, routes } from "../support/ledger-room"

/** Collects on request. */
class Reader extends sdk.MetricReader {
  protected async onForceFlush(): Promise<void> {}
  protected async onShutdown(): Promise<void> {}
}

const reader = new Reader()
// A ledger is opened after the store has registered its provider.
metrics.setGlobalMeterProvider(new sdk.MeterProvider({ readers: [reader] }))
afterAll(() => metrics.disable())

type Point = { attributes: Record<string, unknown>; value: unknown }

/** The points of each metric, by name, and its unit. */
async function collected(): Promise<Map<string, { unit: string; points: Point[] }>> {
  const { resourceMetrics, errors } = await reader.collect()
  expect(errors).toEqual([])
  const all = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics)
  return new Map(
    all.map(({ descriptor, dataPoints }) => [
      descriptor.name,
      { unit: descriptor.unit, points: dataPoints.map(({ attributes, value }) => ({ attributes, value })) },
    ]),
  )
}

describeLedger(
  "the plugin's metrics",
  (room) => {
    const ask = () => room.accountDeps.service.getPricing(noOnesApplication()).catch(() => {})

    it("metrics count the calls to the service by operation and outcome, with their duration", async () => {
      await ask()
      room.sandbox.fault({ route: routes.pricing, fault: "drop-before", times: 2 })
      await ask()
      await ask()
      const all = await collected()
      const calls = all.get("lease_to_own.service.calls")
      expect(calls?.unit).toBe("{call}")
      expect(calls?.points).toEqual([
        { attributes: { operation: "getPricing", outcome: "400" }, value: 1 },
        { attributes: { operation: "getPricing", outcome: "network" }, value: 2 },
      ])
      const duration = all.get("lease_to_own.service.call.duration")
      expect(duration?.unit).toBe("s")
      expect(duration?.points).toMatchObject([{ value: { count: 1 } }, { value: { count: 2 } }])
    })

    it("metrics read the backlog and the outage at collection, until observing ends", async () => {
      const unobserve = room.observe()
      const gauges = async () => {
        const all = await collected()
        const points = (name: string) => all.get(`lease_to_own.${name}`)?.points
        return {
          pending: points("pending_calls"),
          oldest: points("pending_calls.oldest_due"),
          outage: points("service.outage"),
        }
      }
      const pending = (due: number) => [
        { attributes: { state: "due" }, value: due },
        { attributes: { state: "running" }, value: 0 },
        { attributes: { state: "unknown" }, value: 0 },
      ]
      const plain = (value: unknown) => [{ attributes: {}, value }]
      expect(await gauges()).toEqual({ pending: pending(0), oldest: plain(0), outage: plain(0) })

      await room.enqueue("lease_1", "read_status")
      room.sandbox.fault({ route: routes.pricing, fault: "503", times: OUTAGE_AFTER + 1 })
      for (let failed = 0; failed < OUTAGE_AFTER; failed++) await ask()
      room.pass(MINUTE)
      const late = await gauges()
      expect(late).toMatchObject({ pending: pending(1), outage: plain(1) })
      expect(late.oldest?.[0]?.value).toBeGreaterThanOrEqual(60)

      unobserve()
      expect(await room.queries(collected)).toEqual([])
    })
  },
  { dialect: { retry: 0 } },
)
