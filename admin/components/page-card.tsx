import type { QueryKey } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import { Boundary } from "./boundary"
import { LoadFailed } from "./load-failed"
import { Section } from "./section"

type Props = {
  /** Whose page it is on. */
  of: "product" | "customer" | "region"
  /** Prefix of all query keys of the card. */
  queryKey: QueryKey
  children: ReactNode
}

/** A card on one of Medusa's pages. Contains an error in it, and says so in its place. */
export function PageCard({ of, queryKey, children }: Props) {
  const { t } = useTranslation()
  const failed = (retry: () => void) => (
    <Section title={t(`leaseToOwn.${of}.title`)}>
      <LoadFailed says={t(`leaseToOwn.${of}.loadFailed`)} onRetry={retry} />
    </Section>
  )
  return (
    <Boundary queryKey={queryKey} fallback={failed}>
      {children}
    </Boundary>
  )
}
