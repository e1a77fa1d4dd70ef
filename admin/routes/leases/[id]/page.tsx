import { useTranslation } from "react-i18next"
import type { UIMatch } from "react-router-dom"
import { Boundary } from "../../../components/boundary"
import { LeasePage } from "../../../components/lease-page/lease-page"
import { LoadFailed } from "../../../components/load-failed"
import { Section } from "../../../components/section"
import { leaseKey, useLeasePage } from "../../../hooks/use-lease-page"
import { usePageId } from "../../../lib/router"

/** One lease. The key keeps one lease from being shown for a moment under the address of the next. */
const OneLeasePage = () => {
  const { t } = useTranslation()
  const id = usePageId()
  const failed = (retry: () => void) => (
    <Section title={t("leaseToOwn.card.title")} level="h1">
      <LoadFailed says={t("leaseToOwn.card.loadFailed")} onRetry={retry} />
    </Section>
  )
  return (
    <Boundary key={id} queryKey={leaseKey(id)} fallback={failed}>
      <LeasePage leaseId={id} />
    </Boundary>
  )
}

export const handle = {
  breadcrumb: ({ params }: UIMatch) => <LeaseCrumb leaseId={params.id ?? ""} />,
}

/** The reference, as soon as the page below has it. */
const LeaseCrumb = ({ leaseId }: { leaseId: string }) => {
  const { data } = useLeasePage(leaseId)
  return <>{data?.lease.reference ?? leaseId}</>
}

export default OneLeasePage
