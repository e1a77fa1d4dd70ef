import { SmallButton } from "./small-button"

type Props<Value extends string | null> = {
  label: string
  options: { value: Value; label: string }[]
  chosen: Value
  onChoose: (value: Value) => void
}

/** A row of buttons, of which one is pressed. Renders nothing if there is nothing to choose. */
export function Choice<Value extends string | null>({ label, options, chosen, onChoose }: Props<Value>) {
  if (options.length < 2) return null
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{label}</legend>
      {options.map((option) => {
        const isChosen = option.value === chosen
        return (
          <SmallButton
            key={option.value}
            variant={isChosen ? "secondary" : "transparent"}
            className={isChosen ? "text-ui-fg-base" : "text-ui-fg-subtle"}
            aria-pressed={isChosen}
            onClick={() => onChoose(option.value)}
          >
            {option.label}
          </SmallButton>
        )
      })}
    </fieldset>
  )
}
