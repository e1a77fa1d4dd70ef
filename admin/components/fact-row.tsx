import { clx, Text } from "@medusajs/ui"
import type { ReactNode } from "react"

type Props = {
  label: string
  /** A secondary line, such as the source of the fact or its result. */
  source?: ReactNode
  warning?: boolean
  children: ReactNode
}

export function FactRow({ label, source, warning, children }: Props) {
  return (
    <div className="grid grid-cols-2 items-start gap-4 px-6 py-4">
      <dt>
        <Text as="div" size="small" leading="compact" weight="plus" className="text-ui-fg-subtle">
          {label}
        </Text>
      </dt>
      <dd className="min-w-0">
        <Text as="div" size="small" leading="compact" className="text-ui-fg-base break-words">
          {children}
        </Text>
        {source && (
          <Text
            as="div"
            size="small"
            leading="compact"
            className={clx("break-words pt-0.5", warning ? "text-ui-tag-orange-text" : "text-ui-fg-subtle")}
          >
            {source}
          </Text>
        )}
      </dd>
    </div>
  )
}
