import { useQuery } from "@tanstack/react-query"
import { sdk } from "../lib/sdk"

/** The store's sales channels by name; none where they may not be seen. */
export function useSalesChannels(): { id: string; name: string }[] {
  const { data } = useQuery({
    queryKey: ["lease-to-own", "sales-channels"],
    queryFn: () => sdk.admin.salesChannel.list({ fields: "id,name", limit: 100, order: "name" }),
    retry: false,
  })
  return data?.sales_channels ?? []
}
