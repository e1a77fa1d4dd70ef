import type { LeaseView, TransportRequest, UnavailableLine } from "../src/index"

type Line = { id: string; title: string; variant_id: string; quantity: number; unit_price: number }
type Note = { cart_id: string; items: (Pick<Line, "title" | "quantity"> & { line_id: string })[] }

const lineOf = ({ id, title, quantity }: Pick<Line, "id" | "title" | "quantity">): Line => {
  return { id, title, variant_id: `variant of ${title}`, quantity, unit_price: 25 }
}

/** Medusa's side of the cart: the lines that can't be leased, and the note that names their separate cart. */
export class FakeCart {
  #lines: Line[]
  #note: Note | null
  readonly #unavailable: UnavailableLine[]

  constructor(view: LeaseView | null) {
    this.#unavailable = (view?.reasons ?? []).flatMap(({ lines }) => lines ?? [])
    this.#lines = this.#unavailable.map(lineOf)
    const { id, items = [] } = view?.separate_cart ?? {}
    this.#note = id ? { cart_id: id, items: items.map((item, at) => ({ ...item, line_id: `moved_${at}` })) } : null
  }

  /** What the lease's view says about the cart. */
  get separate(): LeaseView["separate_cart"] {
    return this.#note && { id: this.#note.cart_id, items: this.#note.items }
  }
  get unavailable(): UnavailableLine[] {
    return this.#unavailable.filter(({ id }) => this.#lines.some((line) => line.id === id))
  }

  answer({ method, path, body }: TransportRequest): object {
    const { items, metadata, ...change } = (body ?? {}) as Partial<Line> & {
      items?: Line[]
      metadata?: { lease_separate?: Note | "" }
    }
    const [, line] = /\/line-items(?:\/(.+))?$/.exec(path) ?? []
    if (path === "/store/carts")
      return { cart: { id: "cart_2", items: items?.map((one) => ({ ...one, unit_price: 25 })) } }
    if (path.includes("/line-items"))
      this.#lines = line
        ? this.#lines.filter(({ id }) => id !== line)
        : [...this.#lines, { ...lineOf({ id: "back", title: "", quantity: 1 }), ...change }]
    else if (method === "POST") this.#note = metadata?.lease_separate || null
    return { cart: { id: "cart_1", items: this.#lines, metadata: { lease_separate: this.#note } } }
  }
}
