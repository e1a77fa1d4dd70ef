import type { LeaseView } from "../wire.js"
import type { LeaseClient } from "./client.js"

/** A shopper's choice of lease-to-own, on which a cart's sales tax may depend. Never rejects: paying for the cart recalculates its tax anyway. */
export type TaxChoice = {
  /** Forgets that the choice was made or taken back. */
  begin(): void
  /** Whether the cart's total changes with the choice, which is made once for an operator that charges the tax, and once for one that doesn't. */
  isDue(view: LeaseView | null): view is LeaseView
  /** Makes the choice. Resolves to null if that failed. */
  make(view: LeaseView): Promise<LeaseView | null>
  /** Takes the choice back if the cart has no tax because of it. Resolves to null if there was nothing to take back, or that failed. */
  takeBack(view: () => LeaseView | null): Promise<LeaseView | null>
}

export function taxChoice(client: Pick<LeaseClient, "choose">): TaxChoice {
  let isOver = false
  let made: { for?: string | undefined; answer?: Promise<LeaseView | null> } = {}
  const send = (chosen: boolean) => client.choose(chosen).catch(() => null)
  return {
    begin() {
      isOver = false
      made = {}
    },
    isDue(view): view is LeaseView {
      return !isOver && view?.sales_tax?.total_changes === true && made.for !== view.sales_tax.mode
    },
    make(view) {
      const answer = send(true)
      made = { for: view.sales_tax?.mode, answer }
      return answer
    },
    async takeBack(view) {
      isOver = true
      await made.answer
      const tax = view()?.sales_tax
      const isUntaxed = tax && (tax.mode === "by_operator") !== tax.total_changes
      return isUntaxed ? send(false) : null
    },
  }
}

/** Whether the cart's total changed between two views, because its sales tax was removed or added back. */
export function hasTotalChanged(before: LeaseView | null, { sales_tax: now }: LeaseView): boolean {
  const was = before?.sales_tax
  return was != null && now != null && was.total_changes !== now.total_changes
}
