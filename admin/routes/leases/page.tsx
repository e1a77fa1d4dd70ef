import { defineRouteConfig } from "@medusajs/admin-sdk"
import { useTranslation } from "react-i18next"
import { Boundary } from "../../components/boundary"
import { LeasesList } from "../../components/leases-list/leases-list"
import { LoadFailed } from "../../components/load-failed"
import { Section } from "../../components/section"
import { LEASE_LIST_KEY } from "../../hooks/use-lease-list"

/** All leases, below the orders. */
const LeasesPage = () => {
  const { t } = useTranslation()
  const failed = (retry: () => void) => (
    <Section title={t("leaseToOwn.list.title")} level="h1">
      <LoadFailed says={t("leaseToOwn.list.loadFailed")} onRetry={retry} />
    </Section>
  )
  return (
    <Boundary queryKey={LEASE_LIST_KEY} fallback={failed}>
      <LeasesList />
    </Boundary>
  )
}

export const config = defineRouteConfig({
  label: "leaseToOwn.list.title",
  translationNs: "translation",
  nested: "/orders",
})

export const handle = {
  breadcrumb: () => <LeasesCrumb />,
}

const LeasesCrumb = () => {
  const { t } = useTranslation()
  return <>{t("leaseToOwn.list.title")}</>
}

export default LeasesPage
