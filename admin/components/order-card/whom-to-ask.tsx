import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { OperatorContact } from "../../../src/api/admin-types"
import { CopyButton } from "../copy-button"

/**
 * The operator's contact and IDs for the lease, and a link to the lease in the operator's portal. For a removed account, only the operator's name is
 * known.
 */
export function WhomToAsk({ operator: { name, contact, id, portal } }: { operator: OperatorContact }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-1 pt-1">
      {contact !== name && <Fact label={t("leaseToOwn.card.contact")}>{contact}</Fact>}
      {id && (
        <Fact label={t("leaseToOwn.card.operatorId")}>
          <span className="-my-0.5 inline-flex items-center gap-0.5">
            <span className="min-w-0 break-all">{id}</span>
            <CopyButton content={id} label={t("leaseToOwn.card.copyOperatorId", { operator: name })} />
          </span>
        </Fact>
      )}
      {portal && (
        <a
          href={portal}
          target="_blank"
          rel="noreferrer"
          className="txt-compact-small text-ui-fg-base hover:text-ui-fg-subtle self-start underline underline-offset-2"
        >
          {t("leaseToOwn.card.openPortal", { operator: name })}
        </a>
      )}
    </div>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Text as="div" size="small" leading="compact" className="text-ui-fg-subtle break-words">
      {t("leaseToOwn.card.label", { name: label })} <span className="text-ui-fg-base">{children}</span>
    </Text>
  )
}
