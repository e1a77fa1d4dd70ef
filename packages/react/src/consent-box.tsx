import type { ConsentBlock } from "lease-to-own-storefront/screens"
import { useId } from "react"
import { useLease } from "./lease-context.js"

export function ConsentBox({ consent, problem }: { consent: ConsentBlock; problem: string }) {
  const { Consent } = useLease().parts
  const id = useId()
  const errorId = `${id}-error`
  const control = {
    id,
    name: "consent",
    required: true,
    "aria-invalid": problem !== "",
    "aria-describedby": errorId,
  }
  return <Consent text={consent.text} language={consent.language} {...{ control, errorId, problem }} />
}
