import { Skeleton } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { LoadFailed, type LoadQuery, type Retry, retryOf } from "./load-failed"
import { Section } from "./section"

type Box = {
  /** The section's translation key. */
  of: "card" | "funnel" | "list" | "settings" | "product" | "customer" | "region"
  level?: "h1" | "h2"
}

/** Replaces a section that couldn't be loaded or that the user can't view. */
export function FailedSection({ of, level, ...retry }: Box & Retry) {
  const { t } = useTranslation()
  return (
    <Section title={t(`leaseToOwn.${of}.title`)} level={level}>
      <LoadFailed message={t(`leaseToOwn.${of}.loadFailed`)} {...retry} />
    </Section>
  )
}

/** Layouts of placeholder rows: a label next to its value, or a single line. */
const KINDS = {
  facts: "grid grid-cols-2 gap-4 px-6 py-4",
  lines: "px-6 py-4",
}

type Props = Box & { query: LoadQuery; rows: number; kind: keyof typeof KINDS }

/** A placeholder for a section while it loads, as tall as the content to avoid layout shifts. Shows the error if loading fails. */
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

function ShortSkeleton() {
  return <Skeleton className="h-5 w-24 motion-reduce:animate-none" />
}
