import { Checkbox, Label, Text } from "@medusajs/ui"
import { useId, useState } from "react"
import { useTranslation } from "react-i18next"
import { DrawerForm } from "../drawer-form"
import { COLUMN_GROUPS, rememberColumns, rememberedColumns } from "./export-columns"

type Props = { busy: boolean; onExport: (columns: string[]) => void }

/** The form to choose the CSV file's columns. Starts with those of this browser's last export. */
export function ExportForm({ busy, onExport }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState(rememberedColumns)
  const [sent, setSent] = useState(false)
  const none = chosen.length === 0
  const choose = (columns: string[], on: boolean) => {
    const rest = chosen.filter((column) => !columns.includes(column))
    setChosen(on ? [...rest, ...columns] : rest)
  }
  const submit = () => {
    setSent(true)
    if (none) return
    rememberColumns(chosen)
    onExport(chosen)
  }
  return (
    <DrawerForm
      error={sent && none ? t("leaseToOwn.list.exportNone") : null}
      back={t("leaseToOwn.act.back")}
      submit={t("leaseToOwn.list.export")}
      busy={busy}
      onSubmit={submit}
    >
      {COLUMN_GROUPS.map((group) => (
        <Group key={group.group} {...group} chosen={chosen} onChoose={choose} />
      ))}
    </DrawerForm>
  )
}

type GroupProps = (typeof COLUMN_GROUPS)[number] & {
  chosen: readonly string[]
  onChoose: (columns: string[], on: boolean) => void
}

/** A group's columns, below a checkbox for all of them. */
function Group({ group, columns, chosen, onChoose }: GroupProps) {
  const { t } = useTranslation()
  const id = useId()
  const count = columns.filter((column) => chosen.includes(column)).length
  const some = count > 0 && "indeterminate"
  return (
    <fieldset aria-labelledby={`${id}-name`} className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <Checkbox
          id={id}
          className="shrink-0"
          checked={count === columns.length || some}
          onCheckedChange={(on) => onChoose(columns, on === true)}
        />
        <Label id={`${id}-name`} htmlFor={id} size="small" weight="plus" className="text-ui-fg-base">
          {t(`leaseToOwn.exportGroups.${group}`)}
        </Label>
      </div>
      {columns.map((column) => (
        <div key={column} className="flex items-start gap-2 ps-7">
          <Checkbox
            id={`${id}-${column}`}
            className="shrink-0"
            aria-describedby={`${id}-${column}-means`}
            checked={chosen.includes(column)}
            onCheckedChange={(on) => onChoose([column], on === true)}
          />
          <div className="flex min-w-0 flex-col">
            <Label htmlFor={`${id}-${column}`} size="small" className="text-ui-fg-base">
              <bdi>{column}</bdi>
            </Label>
            <Text id={`${id}-${column}-means`} size="small" className="text-ui-fg-subtle text-pretty">
              {t(`leaseToOwn.exportColumns.${group}.${column}`)}
            </Text>
          </div>
        </div>
      ))}
    </fieldset>
  )
}
