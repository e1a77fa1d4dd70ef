import { clx } from "@medusajs/ui"
import type { ComponentProps } from "react"
import { Link } from "../lib/router"

export function TextLink({ className, ...rest }: ComponentProps<typeof Link>) {
  const looks = "text-ui-fg-base hover:text-ui-fg-subtle underline underline-offset-2 break-words"
  return <Link className={clx(looks, className)} {...rest} />
}
