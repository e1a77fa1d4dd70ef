import { Button, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { LeaseListAnswer } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"

type Props = { page: LeaseListAnswer; onPage: (cursor: string) => void }

/** How many leases there are, and the ways to the pages before and after. */
export function ListFooter({ page: { count, previous, next }, onPage }: Props) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 px-6 py-3">
      <Text size="small" leading="compact" role="status" className="text-ui-fg-subtle">
        {count.more
          ? t("leaseToOwn.list.countMore", { number: number(count.limit) })
          : t("leaseToOwn.list.count", { count: count.value })}
      </Text>
      <nav aria-label={t("leaseToOwn.list.pages")} className="flex gap-2">
        <Turn cursor={previous} onPage={onPage} label={t("leaseToOwn.list.previous")} />
        <Turn cursor={next} onPage={onPage} label={t("leaseToOwn.list.next")} />
      </nav>
    </div>
  )
}

function Turn({ cursor, onPage, label }: { cursor: string | null; onPage: Props["onPage"]; label: string }) {
  return (
    <Button
      type="button"
      size="small"
      variant="transparent"
      disabled={!cursor}
      onClick={() => cursor && onPage(cursor)}
    >
      {label}
    </Button>
  )
}
