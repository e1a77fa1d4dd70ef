import { Customer } from "./customer"
import { armFailpoint } from "./failpoints"
import { type Site, startProcess } from "./process"

/**
 * A child process of `kills.spec.ts`: the ledger alone on the database and the service of its parent. Does what one line on its input says,
 * and kills itself at the failpoint that `LEASE_FAILPOINT` names.
 */
export type Order = {
  site: Site
  customer: Pick<Customer, "cart" | "form">
  /** `job`, or what the customer or the merchant does. */
  act: "job" | Act
}

export type Act = keyof Pick<
  Customer,
  | "applyAgain"
  | "takeApproval"
  | "offer"
  | "contract"
  | "verify"
  | "place"
  | "tellOfOrder"
  | "deliverGoods"
  | "cancelOrder"
  | "refund"
  | "refundPart"
  | "replaceContract"
>

async function main(): Promise<void> {
  const { site, customer, act }: Order = JSON.parse(await firstLine())
  const started = startProcess(site, () => new Date(Date.now() + site.ahead))
  armFailpoint(started, process.env.LEASE_FAILPOINT ?? "")
  if (act === "job") await started.runJob()
  else await new Customer(customer.cart, customer.form)[act](started)
  await started.end()
}

async function firstLine(): Promise<string> {
  let text = ""
  for await (const chunk of process.stdin) {
    text += chunk
    if (text.includes("\n")) break
  }
  return text
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
