import { Button } from "@medusajs/ui"
import { type ComponentProps, forwardRef } from "react"

/** A button like those of Medusa's cards. */
export const SmallButton = forwardRef<HTMLButtonElement, ComponentProps<typeof Button>>(
  function SmallButton(props, ref) {
    return <Button ref={ref} size="small" variant="secondary" {...props} />
  },
)
