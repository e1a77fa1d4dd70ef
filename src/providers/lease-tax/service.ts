import type {
  ITaxProvider,
  ItemTaxCalculationLine,
  ItemTaxLineDTO,
  ShippingTaxCalculationLine,
  ShippingTaxLineDTO,
  TaxCalculationContext,
} from "@medusajs/framework/types"
import { MedusaError } from "@medusajs/framework/utils"
import type { Query } from "../../medusa/read/carts"
import { cartOfLines, FORMER_DEFAULT, orderOfLines, readTaxRegion, TAX_NAME } from "../../medusa/read/taxes"
import { isCartUntaxed, isOrderUntaxed, type LeaseModuleService, mayTaxByOperator } from "../../modules/lease/ledger"

type Lines = (ItemTaxLineDTO | ShippingTaxLineDTO)[]

/**
 * How long a process remembers a country's previous tax provider (ms). One cart update reads it twice. In the dashboard, nobody can switch to another
 * provider and back to ours in less time.
 */
const REMEMBERED_MS = 2000

/**
 * Medusa's tax provider for stores whose operator taxes the lease payments (docs/sales-tax.md). Returns a line at rate 0 for whatever is leased,
 * because accounting and tax engines need the reason, and keeps fees on it (option `feeTaxCodes`). Passes everything else on to the country's
 * previous tax provider.
 */
export default class LeaseTaxProvider implements ITaxProvider {
  static identifier = TAX_NAME
  private readonly former = new Map<string, { id: string; until: number }>()

  constructor(private readonly container: Record<string, unknown>) {}

  getIdentifier(): string {
    return LeaseTaxProvider.identifier
  }

  async getTaxLines(
    itemLines: ItemTaxCalculationLine[],
    shippingLines: ShippingTaxCalculationLine[],
    context: TaxCalculationContext,
  ): Promise<Lines> {
    const isUntaxed = await this.isUntaxed(itemLines, shippingLines, context)
    const { feeTaxCodes } = this.needs<LeaseModuleService>("lease").deps.options
    if (isUntaxed && feeTaxCodes.length === 0) return resaleLines(itemLines, shippingLines)
    const former = await this.formerProvider(context.address.country_code)
    const lines = await former.getTaxLines(itemLines, shippingLines, context)
    if (!isUntaxed) return lines
    const fees = lines.filter(({ code }) => code && feeTaxCodes.includes(code))
    return [...fees, ...resaleLines(itemLines, shippingLines)]
  }

  /** Whether this provider can resolve `"lease"`, `"query"` or another tax provider. Only the setup check calls it. */
  knows(name: string): boolean {
    try {
      return Boolean(this.needs(name))
    } catch {
      return false
    }
  }

  /** Whether these are lines of a cart or order that is leased without sales tax. All lines of one request belong together. */
  private async isUntaxed(
    [item]: ItemTaxCalculationLine[],
    [shipping]: ShippingTaxCalculationLine[],
    { address, shipping_methods }: TaxCalculationContext,
  ): Promise<boolean> {
    const { deps } = this.needs<LeaseModuleService>("lease")
    const line = { item: item?.line_item.id, shipping: shipping?.shipping_line.id }
    const query = this.needs<Query>("query")
    // An order keeps the tax that it was placed with, even if the options have changed since.
    const cartId = mayTaxByOperator(deps) ? await cartOfLines(query, line) : null
    if (cartId) return isCartUntaxed(deps, cartId, address)
    const order = await orderOfLines(query, line, shipping_methods)
    return order !== null && isOrderUntaxed(deps, order)
  }

  /** Returns the country's previous tax provider. */
  private async formerProvider(country: string): Promise<ITaxProvider> {
    const known = this.former.get(country)
    const id = known && known.until > Date.now() ? known.id : await this.readFormer(country)
    return this.needs<ITaxProvider>(id)
  }

  private async readFormer(country: string): Promise<string> {
    const region = await readTaxRegion(this.needs<Query>("query"), country)
    const id = region?.former ?? FORMER_DEFAULT
    this.former.set(country, { id, until: Date.now() + REMEMBERED_MS })
    return id
  }

  /**
   * Resolves the lease module, Medusa's query, or another tax provider. The tax module's container has the first two only if its `dependencies` list
   * them. Resolves at each use, because the lease module may load after this one.
   */
  private needs<T>(name: string): T {
    try {
      const found = this.container[name]
      if (found) return found as T
    } catch {
      // The name isn't registered, so throw the error below.
    }
    throw new MedusaError(MedusaError.Types.UNEXPECTED_STATE, missing(name))
  }
}

/** The tax line for everything that is leased. The code stays the same, so that exports and tax engines can recognize it. */
const RESALE = { rate: 0, name: "Resale: taxed by the lease operator", code: "RESALE", provider_id: TAX_NAME }

function resaleLines(itemLines: ItemTaxCalculationLine[], shippingLines: ShippingTaxCalculationLine[]): Lines {
  return [
    ...itemLines.map(({ line_item }) => ({ ...RESALE, line_item_id: line_item.id })),
    ...shippingLines.map(({ shipping_line }) => ({ ...RESALE, shipping_line_id: shipping_line.id })),
  ]
}

function missing(name: string): string {
  if (name.startsWith("tp_"))
    return `The tax provider ${name} is gone. Lease-to-own hands ordinary sales on to it. Add it to the tax module in medusa-config again, or choose another tax provider for the country in Settings, Tax Regions.`
  return 'Lease-to-own is not wired up: add dependencies: ["lease", "query"] to the tax module in medusa-config, and the plugin to plugins.'
}
