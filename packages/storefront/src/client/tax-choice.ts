import type { LeaseView } from "../wire.js"
import type { LeaseClient } from "./client.js"

/** A shopper's choice of lease-to-own, which may change a cart's sales tax. Never rejects, because paying for the cart recalculates the tax. */
export type TaxChoice = {
  /** Forgets any earlier `make` or `takeBack`. */
  begin(): void
  /** Whether the choice changes the cart's total and must still be made. It's made once per tax mode, because the cart's operator may change. */
  isDue(view: LeaseView | null): view is LeaseView
  /** Makes the choice. Resolves to null if the request failed. */
  make(view: LeaseView): Promise<LeaseView | null>
  /** Takes the choice back if it removed the cart's tax. Resolves to null if there was nothing to take back, or if the request failed. */
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
