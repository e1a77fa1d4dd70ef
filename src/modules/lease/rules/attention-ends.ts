import { type AttentionCode, endingWith } from "./alerts"
import { isDelivered, isOver } from "./standing"
import type { LeaseStatus } from "./state-machine"

/** Raised alerts that end when a lease enters this status, no matter who moves it. */
export function endedBy(status: LeaseStatus): readonly AttentionCode[] {
  if (isOver({ status })) return endingWith("lease")
  return isDelivered({ status }) ? endingWith("delivery") : []
}
