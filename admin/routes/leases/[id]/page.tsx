import type { UIMatch } from "react-router-dom"
import { Boundary } from "../../../components/boundary"
import { LeasePage } from "../../../components/lease-page/lease-page"
import { useLeasePage } from "../../../hooks/use-lease-page"
import { keyOf } from "../../../lib/key-of"
import { usePageId } from "../../../lib/router"

/** The key keeps one lease from being shown briefly under the next lease's URL. */
const OneLeasePage = () => {
  const id = usePageId()
  return (
    <Boundary key={id} queryKey={keyOf("lease", id)} of="card" level="h1">
      <LeasePage leaseId={id} />
    </Boundary>
  )
}

export const handle = {
  breadcrumb: ({ params }: UIMatch) => <LeaseCrumb leaseId={params.id ?? ""} />,
}

/** Shows the lease's reference once the page has loaded it. */
const LeaseCrumb = ({ leaseId }: { leaseId: string }) => {
  const { data } = useLeasePage(leaseId)
  return <>{data?.lease.reference ?? leaseId}</>
}

export default OneLeasePage
