import type { ITaxProvider, ItemTaxCalculationLine, ShippingTaxCalculationLine } from "@medusajs/framework/types"
import { ModuleProvider, Modules } from "@medusajs/framework/utils"

const FLAT = { rate: 7.125, name: "Flat tax", code: "FLAT", provider_id: "flat" }

/** A store's own tax provider. It has the same rate for all items, and none for delivery. */
class FlatTax implements ITaxProvider {
  static identifier = "flat"

  getIdentifier(): string {
    return FlatTax.identifier
  }

  async getTaxLines(items: ItemTaxCalculationLine[], deliveries: ShippingTaxCalculationLine[]) {
    return [
      ...items.map(({ line_item }) => ({ ...FLAT, line_item_id: line_item.id })),
      ...deliveries.map(({ shipping_line }) => ({ ...FLAT, rate: 0, shipping_line_id: shipping_line.id })),
    ]
  }
}

export default ModuleProvider(Modules.TAX, { services: [FlatTax] })
