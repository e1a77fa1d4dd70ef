import type { LeaseView } from "../wire.js"
import type { LeaseClient } from "./client.js"

/** A shopper's choice of lease-to-own, on which a cart's sales tax may depend. Never rejects: paying for the cart counts its tax again anyway. */
export type TaxChoice = {
  /** Lets `make` send another request. */
  begin(): void
  /** Whether the cart's total changes with the choice, and `make` hasn't been called yet. */
  isDue(view: LeaseView | null): boolean
  /** Makes the choice. Resolves to null if that failed. */
  make(): Promise<LeaseView | null>
  /** Takes the choice back if the cart has no tax because of it. Resolves to null if there was nothing to take back, or that failed. */
  takeBack(view: () => LeaseView | null): Promise<LeaseView | null>
}

export function taxChoice(client: Pick<LeaseClient, "choose">): TaxChoice {
  let made: Promise<LeaseView | null> | null = null
  const send = (chosen: boolean) => client.choose(chosen).catch(() => null)
  return {
    begin() {
      made = null
    },
    isDue: (view) => !made && view?.sales_tax?.total_changes === true,
    make() {
      made ??= send(true)
      return made
    },
    async takeBack(view) {
      made ??= Promise.resolve(null)
      await made
      const tax = view()?.sales_tax
      const isUntaxed = tax && (tax.mode === "by_operator") !== tax.total_changes
      return isUntaxed ? send(false) : null
    },
  }
}

/** Whether the cart's total changed between two views, because its sales tax went or came back. */
export function hasTotalChanged(before: LeaseView | null, { sales_tax: now }: LeaseView): boolean {
  const was = before?.sales_tax
  return was != null && now != null && was.total_changes !== now.total_changes
}
