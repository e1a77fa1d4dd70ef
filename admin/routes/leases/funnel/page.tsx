import { Boundary } from "../../../components/boundary"
import { FunnelPage } from "../../../components/funnel/funnel-page"
import { Words } from "../../../components/words"
import { FUNNEL_KEY } from "../../../hooks/use-funnel"

const LeaseFunnelPage = () => (
  <Boundary queryKey={FUNNEL_KEY} of="funnel" level="h1">
    <FunnelPage />
  </Boundary>
)

export const handle = {
  breadcrumb: () => <Words of="funnel.title" />,
}

export default LeaseFunnelPage
