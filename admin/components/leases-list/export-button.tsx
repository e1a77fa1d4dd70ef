import { Drawer } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { LeaseQuery } from "../../hooks/use-lease-filters"
import { listQueryOf } from "../../hooks/use-lease-list"
import { useMutationOnce } from "../../hooks/use-once"
import { saveFile } from "../../lib/save-file"
import { leaseToOwn } from "../../lib/sdk"
import { showToast } from "../../lib/toasts"
import { DrawerPage } from "../drawer-page"
import { SmallButton } from "../small-button"
import { areAll } from "./export-columns"
import { ExportForm } from "./export-form"

/** The button that opens the form for the export's columns. The export continues after the form is closed. */
export function ExportButton({ query: { cursor: _cursor, ...query } }: { query: LeaseQuery }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const tab = query.tab !== "all" && query.tab
  const { mutate, isPending } = useMutationOnce({
    mutationFn: async (columns: string[]) => {
      const some = areAll(columns) ? {} : { columns: columns.join() }
      const answer = await leaseToOwn.leases.export({ ...listQueryOf(query), ...some })
      // Excel needs the byte order mark to read the file as UTF-8. The route doesn't send it, because other programs would read it as part of a
      // column name. Don't read the file as text, which a browser limits to half a gigabyte.
      const file = new Blob(["\uFEFF", await answer.arrayBuffer()], { type: "text/csv" })
      saveFile(fileName([t("leaseToOwn.list.title"), ...(tab ? [t(`leaseToOwn.tabs.${tab}`)] : [])]), file)
    },
    onSuccess: () => setOpen(false),
    onError: () => showToast("error", t("leaseToOwn.list.exportFailed")),
  })
  return (
    <Drawer open={open} onOpenChange={setOpen}>
      <Drawer.Trigger asChild>
        {/* A closed drawer isn't in the DOM, so omit the reference to it. */}
        <SmallButton {...(!open && { "aria-controls": undefined })}>{t("leaseToOwn.list.export")}</SmallButton>
      </Drawer.Trigger>
      <DrawerPage title={t("leaseToOwn.list.exportTitle")} hint={t("leaseToOwn.list.exportHint")}>
        {open && <ExportForm busy={isPending} onExport={mutate} />}
      </DrawerPage>
    </Drawer>
  )
}

/** Returns a file name made from the texts and today's date, such as `leases-needs-attention-2026-11-29.csv`. */
function fileName(texts: string[]): string {
  // Swedish writes dates as YYYY-MM-DD.
  const name = [...texts, new Date().toLocaleDateString("sv")].join(" ")
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
  return `${plain.replace(/[^\p{L}\p{N}]+/gu, "-")}.csv`
}
