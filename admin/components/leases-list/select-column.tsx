import { Checkbox, createDataTableColumnHelper } from "@medusajs/ui"
import type { ComponentProps, MouseEvent } from "react"
import { useTranslation } from "react-i18next"
import type { LeaseRow } from "../../../src/api/admin-types"
import { leaseName } from "../../lib/lease-name"

/** Like Medusa UI's own column, with accessible names. */
export const SELECT_COLUMN = createDataTableColumnHelper<LeaseRow>().select({
  header: ({ table }) => (
    <SelectPage
      checked={table.getIsSomePageRowsSelected() ? "indeterminate" : table.getIsAllPageRowsSelected()}
      disabled={!table.getRowModel().rows.some((row) => row.getCanSelect())}
      onCheckedChange={(checked) => table.toggleAllPageRowsSelected(checked === true)}
    />
  ),
  cell: ({ row }) => (
    <SelectLease
      lease={row.original}
      checked={row.getIsSelected()}
      // A row that was selectable before can still be deselected.
      disabled={!row.getCanSelect() && !row.getIsSelected()}
      onCheckedChange={(checked) => row.toggleSelected(checked === true)}
    />
  ),
})

type Props = Pick<ComponentProps<typeof Checkbox>, "checked" | "disabled" | "onCheckedChange">

function SelectPage(props: Props) {
  const { t } = useTranslation()
  return <Box {...props} aria-label={t("leaseToOwn.deliver.selectPage")} />
}

function SelectLease({ lease, ...props }: Props & { lease: LeaseRow }) {
  const { t } = useTranslation()
  const name = t("leaseToOwn.deliver.select", { order: leaseName(lease) })
  return <Box {...props} aria-label={name} title={props.disabled ? t("leaseToOwn.deliver.notYet") : undefined} />
}

/** Fills its cell, because a click next to the checkbox would open the lease. */
function Box({ title, ...props }: Props & { "aria-label": string; title?: string | undefined }) {
  const stop = (event: MouseEvent) => event.stopPropagation()
  return (
    // biome-ignore lint/a11y: the label only enlarges the checkbox, which has its own name and keys
    <label className="-ms-6 -me-6 flex h-12 items-center px-6" title={title} onClick={stop}>
      <Checkbox {...props} />
    </label>
  )
}
