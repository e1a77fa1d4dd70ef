import { StrictMode } from "react"
import type { Root } from "react-dom/client"
import { LeaseMessage } from "../../../packages/react/src/message"
import { createLeaseMessage } from "../../../packages/storefront/src/message"
import { PRODUCT } from "../support/fake-page"

/** The message of a product, read as a page reads it: its place first. */
export async function showMessage(root: Root): Promise<void> {
  const show = (message: Parameters<typeof LeaseMessage>[0]["message"]) =>
    root.render(
      <StrictMode>
        <LeaseMessage message={message} />
      </StrictMode>,
    )
  show(null)
  const transport = async () => ({ status: 200, body: PRODUCT })
  show(await createLeaseMessage({ transport }).read("prod_1", "reg_1", { amount: 499 }))
}
