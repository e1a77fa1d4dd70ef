import { Skeleton } from "@medusajs/ui"

/** How rows stand: facts beside their labels, or one line each. */
const KINDS = {
  facts: "grid grid-cols-2 gap-4 px-6 py-4",
  lines: "px-6 py-4",
}

type Props = { label: string; rows: number; kind: keyof typeof KINDS }

/** Shown until rows are loaded; equally high, so that little moves when they come. */
export function SkeletonRows({ label, rows, kind }: Props) {
  return (
    <div role="status" aria-label={label} className="divide-y">
      {Array.from({ length: rows }, (_, place) => place).map((place) => (
        <div key={place} className={KINDS[kind]}>
          {kind === "facts" && <SkeletonBadge />}
          <Skeleton className="h-5 w-full motion-reduce:animate-none" />
        </div>
      ))}
    </div>
  )
}

/** Shown until a badge or a label is loaded. */
export function SkeletonBadge() {
  return <Skeleton className="h-5 w-24 motion-reduce:animate-none" />
}
