import { Button } from "@medusajs/ui"
import { type ComponentProps, forwardRef } from "react"

/** Styled like the buttons on Medusa's cards. */
export const SmallButton = forwardRef<HTMLButtonElement, ComponentProps<typeof Button>>(
  function SmallButton(props, ref) {
    return <Button ref={ref} size="small" variant="secondary" {...props} />
  },
)
