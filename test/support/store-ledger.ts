import {
  type Actor,
  cancelContract,
  currentLease,
  type Desk,
  type HistoryRecord,
  type LeaseRecord,
  settingsOf,
} from "./ledger"

/** All that has happened to a lease, oldest first. */
export async function historyIn({ store }: Desk, leaseId: string): Promise<HistoryRecord[]> {
  return (await store.histories.page(leaseId, { limit: 20_000 })).reverse()
}

/** What tests of a whole store ask its ledger, at the desk that the store has by then. */
export function storeLedger(desk: () => Desk) {
  return {
    /** The lease of a cart; one that has lapsed is left first. */
    ofCart: (cartId: string) => currentLease(desk(), cartId),
    /** The same, but nothing is changed. */
    leftOfCart: (cartId: string) => desk().store.ofCart(cartId),
    ofOrder: (orderId: string) => desk().store.ofOrder(orderId),
    byId: (leaseId: string) => desk().store.byId(leaseId),
    tasksOf: (leaseIds: string[]) => desk().store.tasks.ofLeases(leaseIds),
    history: (leaseId: string) => historyIn(desk(), leaseId),
    settingsOf: (lease: Pick<LeaseRecord, "account">) => settingsOf(desk(), lease),
    cancelContract: (lease: LeaseRecord, actor: Actor, detail: Parameters<typeof cancelContract>[3]) =>
      cancelContract(desk(), lease, actor, detail),
  }
}

export type StoreLedger = ReturnType<typeof storeLedger>
