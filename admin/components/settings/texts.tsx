import { useTranslation } from "react-i18next"
import type { SetupSettings } from "../../../src/api/admin-types"
import { FactRow } from "../fact-row"
import { Section } from "../section"

/** Texts for shoppers. */
export function Texts({ settings }: { settings: SetupSettings }) {
  const { t } = useTranslation()
  return (
    <Section title={t("leaseToOwn.settings.texts")}>
      <dl className="divide-y">
        <TextRows settings={settings} />
      </dl>
    </Section>
  )
}

/** The texts of one operator. */
export function TextRows({ settings: { operator, consent } }: { settings: SetupSettings }) {
  const { t } = useTranslation()
  return (
    <>
      <FactRow label={t("leaseToOwn.settings.operatorName")}>{operator.name}</FactRow>
      <FactRow label={t("leaseToOwn.settings.operatorContact")}>{operator.contact}</FactRow>
      <FactRow label={t("leaseToOwn.settings.consent")}>
        {Object.entries(consent.texts).map(([language, text]) => (
          <span key={language} lang={language} className="block">
            {text}
          </span>
        ))}
      </FactRow>
      <FactRow label={t("leaseToOwn.settings.consentVersion")}>{consent.version}</FactRow>
    </>
  )
}
