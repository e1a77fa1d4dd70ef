import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Boundary } from "../../components/boundary"
import { LeasesList } from "../../components/leases-list/leases-list"
import { Words } from "../../components/words"
import { LEASE_LIST_KEY } from "../../hooks/use-lease-list"

/** The list of all leases, below Orders in the menu. */
const LeasesPage = () => (
  <Boundary queryKey={LEASE_LIST_KEY} of="list" level="h1">
    <LeasesList />
  </Boundary>
)

export const config = defineRouteConfig({
  label: "leaseToOwn.list.title",
  translationNs: "translation",
  nested: "/orders",
})

export const handle = {
  breadcrumb: () => <Words of="list.title" />,
}

export default LeasesPage
