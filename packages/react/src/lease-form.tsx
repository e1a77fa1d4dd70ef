import type { FieldProblem, FormBlock, FormInput } from "lease-to-own-storefront/screens"
import { useCallback, useId, useRef } from "react"
import { ConsentBox } from "./consent-box.js"
import { useLease } from "./lease-context.js"
import { mask } from "./mask.js"

/** `lease-to-own-storefront` fills in, reads and checks the controls, so typed values are never part of React state. */
export function LeaseForm({ block }: { block: FormBlock }) {
  const { form, state, parts } = useLease()
  const { message, fields } = state.form
  const { Button, FormProblems, Group } = parts
  const element = useRef<HTMLFormElement | null>(null)
  const bind = useCallback(
    (next: HTMLFormElement | null) => {
      element.current = next
      form.bind(next)
    },
    [form],
  )
  const problemOf = (name: string) => fields.find(({ field }) => field === name)?.message ?? ""
  const go = ({ field }: FieldProblem) => {
    const control = element.current?.elements.namedItem(field)
    if (control instanceof HTMLElement) control.focus()
  }
  return (
    <div data-lease-application="">
      <div role="alert" data-lease-problems="" tabIndex={-1} hidden={message === ""}>
        {message !== "" && <FormProblems message={message} fields={fields} go={go} />}
      </div>
      <form ref={bind} data-lease-form="" noValidate autoComplete="off">
        {block.groups.map(({ legend, inputs }) => (
          <Group key={legend} legend={legend}>
            {inputs.map((input) => (
              <FormField key={input.name} input={input} problem={problemOf(input.name)} />
            ))}
          </Group>
        ))}
        {block.consent.boxes.map((box) => (
          <ConsentBox key={`${box.name} ${box.value}`} box={box} problem={problemOf(box.name)} />
        ))}
        <Button kind="main" type="submit">
          {block.submit}
        </Button>
      </form>
    </div>
  )
}

function FormField({ input, problem }: { input: FormInput; problem: string }) {
  const { form, parts, dictionary } = useLease()
  const { show, hide } = dictionary.texts.buttons
  const id = useId()
  const errorId = `${id}-error`
  const { name, required, autocomplete: autoComplete, inputMode } = input
  const described = { "aria-invalid": problem !== "", "aria-describedby": errorId }
  const control = { id, name, required, autoComplete, inputMode, ...described }
  const words = { show, hide }
  return <parts.Field {...{ input, control, errorId, problem, words }} understood={form.understood} mask={mask} />
}
