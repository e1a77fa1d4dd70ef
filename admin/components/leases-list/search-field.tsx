import { MagnifyingGlassMini } from "@medusajs/icons"
import { Input, Text } from "@medusajs/ui"
import { useEffect, useId, useState } from "react"
import { useTranslation } from "react-i18next"

const PAUSE_MS = 300

/** Searches once the person pauses. One letter finds half the table, so it is not sent. */
export function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState(value)
  const hintId = useId()
  const wanted = text.trim()
  const tooShort = wanted.length === 1 && !/\d/.test(wanted)
  useEffect(() => setText(value), [value])
  // The search is sent for what was typed, not because the page was drawn again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as said
  useEffect(() => {
    if (wanted === value || tooShort) return
    const timer = setTimeout(() => onSearch(wanted), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  return (
    <div className="w-full sm:w-80">
      <div className="relative">
        {/* Not of the type search: Medusa UI gives that one a glass without a name, on the wrong side of right-to-left pages. */}
        <Input
          role="searchbox"
          size="small"
          className="ps-8"
          value={text}
          maxLength={200}
          aria-label={t("leaseToOwn.list.search")}
          placeholder={t("leaseToOwn.list.search")}
          aria-describedby={tooShort ? hintId : undefined}
          onChange={({ target }) => setText(target.value)}
        />
        <MagnifyingGlassMini
          className="text-ui-fg-muted pointer-events-none absolute inset-y-0 start-2 my-auto"
          aria-hidden
        />
      </div>
      {tooShort && (
        <Text id={hintId} size="xsmall" role="status" className="text-ui-fg-subtle pt-1">
          {t("leaseToOwn.list.searchShort")}
        </Text>
      )}
    </div>
  )
}
