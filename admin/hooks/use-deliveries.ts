import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import type { LeaseRow } from "../../src/api/admin-types"
import { useEndingWords } from "./use-action-flow"
import { reloadLeases, sendAction } from "./use-lease-action"
import { useOnce } from "./use-once"

/** Stop after this many requests in a row without a response, because the store is down. */
const LOST_IN_A_ROW = 3

export type Deliveries = {
  ended: boolean
  total: number
  confirmed: LeaseRow[]
  /** The leases whose delivery wasn't confirmed, or may not have been, and why. */
  refused: { lease: LeaseRow; why: string }[]
  /** The failure that kept the remaining requests from being sent. */
  failure?: "expired" | "forbidden" | "lost" | undefined
}

/**
 * Confirms the deliveries of several leases, one request at a time. Each request has its own outcome, and stopping doesn't lose any. Stops when the
 * user leaves the page.
 */
export function useDeliveries(onEnd: (deliveries: Deliveries) => void) {
  const client = useQueryClient()
  const wordsOf = useEndingWords()
  const once = useOnce()
  const [deliveries, setDeliveries] = useState<Deliveries | null>(null)
  const [stopping, setStopping] = useState(false)
  const stopped = useRef(false)
  const stop = () => {
    stopped.current = true
    setStopping(true)
  }
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )

  const run = async (leases: readonly LeaseRow[], date: string) => {
    stopped.current = false
    setStopping(false)
    let now: Deliveries = { ended: false, total: leases.length, confirmed: [], refused: [] }
    setDeliveries(now)
    for await (const { lease, ending, failure } of endingsOf(leases, date, stopped)) {
      if (ending.result === "done") now = { ...now, confirmed: [...now.confirmed, lease] }
      // If the user wasn't logged in or allowed to do this, the store changed nothing, so the lease counts as not sent.
      else if (!failure || failure === "lost")
        now = { ...now, refused: [...now.refused, { lease, why: wordsOf(ending) }] }
      now = { ...now, failure }
      setDeliveries(now)
    }
    now = { ...now, ended: true }
    setDeliveries(now)
    onEnd(now)
    void reloadLeases(
      client,
      leases.map(({ id }) => id),
    )
  }

  return {
    /** The results so far, until the user dismisses them. */
    deliveries,
    /** Whether the user has stopped but the last request is still in progress. */
    stopping: stopping && deliveries?.ended === false,
    start: (leases: readonly LeaseRow[], date: string) => void once(() => run(leases, date)),
    stop,
    dismiss: () => setDeliveries(null),
  }
}

/** Sends the leases' requests. Ends when the user stops, has no login or permission, or the store is down. */
async function* endingsOf(leases: readonly LeaseRow[], date: string, stopped: { current: boolean }) {
  let lost = 0
  for (const lease of leases) {
    if (stopped.current) return
    const ending = await sendAction(lease.id, { key: "mark_delivered", body: { date } })
    const why = ending.result === "failed" ? ending.why : undefined
    lost = why === "lost" ? lost + 1 : 0
    const failure =
      why === "expired" || why === "forbidden" || (why === "lost" && lost === LOST_IN_A_ROW) ? why : undefined
    yield { lease, ending, failure }
    if (failure) return
  }
}
