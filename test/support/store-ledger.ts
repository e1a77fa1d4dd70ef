import type { LedgerDeps } from "../../src/modules/lease"
import {
  type Actor,
  cancelContract,
  currentLease,
  type LeaseRecord,
  markDelivered,
  ofLease,
  settingsOf,
} from "../../src/modules/lease/ledger"
import type { HistoryRecord } from "../../src/modules/lease/rules/records"

export async function historyIn({ store }: LedgerDeps, leaseId: string): Promise<HistoryRecord[]> {
  return (await store.histories.page(leaseId, { limit: 20_000 })).reverse()
}

/** Returns the ledger's use cases for tests of a whole store, with the store's current deps. */
export function storeLedger(deps: () => LedgerDeps) {
  return {
    /** Returns a cart's current lease. Updates its status first if it has lapsed. */
    ofCart: (cartId: string) => currentLease(deps(), cartId),
    /** Returns a cart's lease without changing anything. */
    leftOfCart: (cartId: string) => deps().store.ofCart(cartId),
    ofOrder: (orderId: string) => deps().store.ofOrder(orderId),
    byId: (leaseId: string) => deps().store.byId(leaseId),
    pendingCallsOf: (leaseIds: string[]) => deps().store.pendingCalls.ofLeases(leaseIds),
    history: (leaseId: string) => historyIn(deps(), leaseId),
    settingsOf: (lease: Pick<LeaseRecord, "account_id">) => settingsOf(deps(), lease),
    cancelContract: (lease: LeaseRecord, actor: Actor, detail: Parameters<typeof cancelContract>[3]) =>
      cancelContract(ofLease(deps(), lease), lease, actor, detail),
    markDelivered: (lease: LeaseRecord, input: Parameters<typeof markDelivered>[2]) =>
      markDelivered(deps(), lease, input),
  }
}

export type StoreLedger = ReturnType<typeof storeLedger>
