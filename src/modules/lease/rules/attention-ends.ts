import { type AttentionCode, endingWith } from "./alerts"
import { type LeaseStatus, OVER } from "./state-machine"

/** What was raised and ends when a lease enters this status, no matter who moves it. */
export function endedBy(status: LeaseStatus): readonly AttentionCode[] {
  if (OVER.includes(status)) return endingWith("lease")
  return status === "delivered" ? endingWith("delivery") : []
}
