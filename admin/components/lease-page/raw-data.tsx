import { useTranslation } from "react-i18next"
import type { LeasePageAnswer } from "../../../src/api/admin-types"
import { CopyButton } from "../copy-button"
import { Section } from "../section"
import { SupportFile } from "./support-file"

/** The lease's row in the database, without keys: a last resort for support. */
export function RawData({ page: { raw, lease } }: { page: LeasePageAnswer }) {
  const { t } = useTranslation()
  const text = JSON.stringify(raw, null, 2)
  return (
    <Section
      title={t("leaseToOwn.page.raw")}
      aside={<CopyButton content={text} label={t("leaseToOwn.page.copyRaw")} />}
    >
      <pre
        // Lets keyboard users scroll this area.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        tabIndex={0}
        dir="ltr"
        className="txt-compact-xsmall text-ui-fg-subtle max-h-80 overflow-auto px-6 py-4 font-mono"
      >
        {text}
      </pre>
      <SupportFile lease={lease} />
    </Section>
  )
}
