import { isDeepStrictEqual } from "node:util"
import type { SeededShop } from "../../../demo/seed"
import type { Http } from "./http"
import { type CartWish, Shopper, spelledOut } from "./shopper"

/** Two products, one with a quantity of two. */
export const SOFA_AND_CHAIRS: CartWish = { items: [{ handle: "sofa" }, { handle: "chair", quantity: 2 }] }

/** Carts filled before a suite's first test and restored before each test, because filling a cart takes Medusa longer than completing it. */
export class PreparedCarts {
  private readonly carts: { id: string; wish: CartWish }[] = []
  private readonly gone = new Set<string>()

  async prepare(http: Http, shop: SeededShop, wishes: CartWish[]): Promise<void> {
    for (const wish of wishes) {
      const shopper = new Shopper(http, shop)
      await shopper.fillCart(wish)
      this.carts.push({ id: shopper.cartId, wish: spelledOut(wish) })
    }
  }

  /** Returns the ID of a matching cart that this test hasn't used yet. */
  take(wish: CartWish): string | undefined {
    const wanted = spelledOut(wish)
    const cart = this.carts.find(({ id, wish }) => !this.gone.has(id) && isDeepStrictEqual(wish, wanted))
    if (cart) this.gone.add(cart.id)
    return cart?.id
  }

  taken(): string[] {
    return [...this.gone]
  }

  takeAway(ids: string[]): void {
    for (const id of ids) this.gone.add(id)
  }

  /** Makes all carts available to the next test. */
  giveBack(): void {
    this.gone.clear()
  }
}
