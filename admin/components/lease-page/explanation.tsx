import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { ExplainedSentence, LeaseExplanation } from "../../../src/api/admin-types"
import { useFormat } from "../../hooks/use-format"
import { keyed } from "../../lib/keyed"
import { Section } from "../section"

/** Why the lease is as it is, in sentences that staff can read out on the phone. */
export function Explanation({ explanation: { past, waits, next } }: { explanation: LeaseExplanation }) {
  const { t } = useTranslation()
  const textOf = useSentence()
  return (
    <Section title={t("leaseToOwn.page.explanation")}>
      <Part title={t("leaseToOwn.page.past")}>
        <Sentences of={past} />
      </Part>
      <Part title={t("leaseToOwn.page.waits")}>
        <Sentences of={waits} />
      </Part>
      {next.length > 0 && (
        <Part title={t("leaseToOwn.page.next")}>
          {next.map(({ condition, sentences }) => (
            <div key={condition.code}>
              <Text size="small" className="text-ui-fg-subtle">
                {t("leaseToOwn.card.label", { name: textOf(condition) })}
              </Text>
              <Sentences of={sentences} />
            </div>
          ))}
        </Part>
      )}
    </Section>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1 px-6 py-4">
      <h3>
        <Text as="span" size="small" leading="compact" weight="plus" className="text-ui-fg-base">
          {title}
        </Text>
      </h3>
      {children}
    </div>
  )
}

function Sentences({ of }: { of: ExplainedSentence[] }) {
  const { t } = useTranslation()
  const { moment } = useFormat()
  const textOf = useSentence()
  return (
    <ul className="flex flex-col gap-0.5">
      {keyed(of, ({ code }) => code).map(([key, sentence]) => (
        <li key={key}>
          <Text size="small" className="text-ui-fg-base text-pretty">
            {sentence.at && (
              <span className="text-ui-fg-subtle me-1">
                {t("leaseToOwn.card.label", { name: moment(sentence.at) })}
              </span>
            )}
            {textOf(sentence)}
          </Text>
        </li>
      ))}
    </ul>
  )
}

/** Returns a function that translates a sentence. */
function useSentence(): (sentence: ExplainedSentence) => string {
  const { t } = useTranslation()
  return ({ code, params }) => {
    const { alert } = params
    const title = alert && t(`leaseToOwn.alerts.${alert}`, { defaultValue: alert })
    return t([`leaseToOwn.explanation.${code}`, "leaseToOwn.newer.fact"], {
      key: code,
      ...params,
      ...(title && { alert: title }),
    })
  }
}
