import { useQuery } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { keyOf } from "../lib/key-of"
import { rememberFocus } from "../lib/remember-focus"
import { leaseToOwn } from "../lib/sdk"
import { mayRetry } from "../lib/status-of"

/** Opens and closes a lease's invoice. `back` restores focus to where it was opened, because a modal without its own trigger doesn't. */
export function useInvoiceModal() {
  const [isOpen, setOpen] = useState(false)
  const toStart = useRef(() => {})
  return {
    isOpen,
    open: () => {
      toStart.current = rememberFocus()
      setOpen(true)
    },
    close: () => setOpen(false),
    back: () => toStart.current(),
  }
}

/** Loads the invoice each time it is opened. Doesn't cache it, because it contains the customer's address. */
export function useInvoice(leaseId: string) {
  return useQuery({
    queryKey: [...keyOf("lease", leaseId), "invoice"],
    queryFn: ({ signal }) => leaseToOwn.leases.invoice(leaseId, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: mayRetry,
    refetchOnWindowFocus: false,
  })
}
