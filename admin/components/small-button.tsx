import { Button } from "@medusajs/ui"
import { type ComponentProps, forwardRef } from "react"

/** A button as the cards of Medusa have it. */
export const SmallButton = forwardRef<HTMLButtonElement, ComponentProps<typeof Button>>(
  function SmallButton(props, ref) {
    return <Button ref={ref} size="small" variant="secondary" {...props} />
  },
)
