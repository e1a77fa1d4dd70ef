import { Skeleton } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { type Asked, LoadFailed, type Retry, retryOf } from "./load-failed"
import { Section } from "./section"

type Box = {
  /** Its content: the group of its texts. */
  of: "card" | "list" | "settings" | "product" | "customer" | "region"
  level?: "h1" | "h2"
}

/** A box whose content couldn't be loaded, or may not be shown. */
export function FailedSection({ of, level, ...retry }: Box & Retry) {
  const { t } = useTranslation()
  return (
    <Section title={t(`leaseToOwn.${of}.title`)} level={level}>
      <LoadFailed says={t(`leaseToOwn.${of}.loadFailed`)} {...retry} />
    </Section>
  )
}

/** The layout of rows: facts beside their labels, or one line each. */
const KINDS = {
  facts: "grid grid-cols-2 gap-4 px-6 py-4",
  lines: "px-6 py-4",
}

type Props = Box & { query: Asked; rows: number; kind: keyof typeof KINDS }

/** A box until its content is loaded, with rows of the same height so that little moves, or with the reason why it couldn't be. */
export function UnloadedSection({ query, rows, kind, ...box }: Props) {
  const { t } = useTranslation()
  const { of, level } = box
  if (!query.isPending) return <FailedSection {...box} {...retryOf(query)} />
  return (
    <Section title={t(`leaseToOwn.${of}.title`)} level={level} aside={of === "card" && <ShortSkeleton />}>
      <div role="status" aria-label={t(`leaseToOwn.${of}.loading`)} className="divide-y">
        {Array.from({ length: rows }, (_, place) => place).map((place) => (
          <div key={place} className={KINDS[kind]}>
            {kind === "facts" && <ShortSkeleton />}
            <Skeleton className="h-5 w-full motion-reduce:animate-none" />
          </div>
        ))}
      </div>
    </Section>
  )
}

/** In place of a badge or a label. */
function ShortSkeleton() {
  return <Skeleton className="h-5 w-24 motion-reduce:animate-none" />
}
