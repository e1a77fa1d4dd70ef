import { Alert, Button, Drawer, Input, Label, Select, toast } from "@medusajs/ui"
import { type FormEvent, type ReactNode, useId, useState } from "react"
import { useTranslation } from "react-i18next"
import type { ProductLeaseAnswer, ProductText } from "../../../src/api/admin-types"
import { useSaveProductLease } from "../../hooks/use-product-lease"
import { bodyOf, CONDITIONS, INHERIT, type ProductChoice, readChoice } from "./product-choice"

type Lease = ProductLeaseAnswer["product"]

/** This product's own lease data. Empty fields inherit. */
export function ProductForm({ lease, onDone }: { lease: Lease; onDone: () => void }) {
  const { t } = useTranslation()
  const [choice, setChoice] = useState(() => readChoice(lease))
  const { mutate, isPending, isError } = useSaveProductLease(lease.id)
  const set = (change: Partial<ProductChoice>) => setChoice({ ...choice, ...change })
  const save = (event: FormEvent) => {
    event.preventDefault()
    mutate(bodyOf(lease, choice), {
      onSuccess: () => {
        toast.success(t("leaseToOwn.product.saved"))
        onDone()
      },
    })
  }
  const byDefault = lease.leasable.by_default ? "leaseToOwn.product.byDefaultYes" : "leaseToOwn.product.byDefaultNo"
  return (
    <form onSubmit={save} className="flex min-h-0 flex-1 flex-col">
      <Drawer.Body className="flex flex-1 flex-col gap-6 overflow-y-auto">
        {isError && (
          <Alert variant="error" role="alert" className="text-ui-fg-base">
            {t("leaseToOwn.product.saveFailed")}
          </Alert>
        )}
        <Choice
          name="leasable"
          value={choice.leasable}
          inherit={t(byDefault)}
          options={["yes", "no"]}
          onChange={(leasable) => set({ leasable })}
        />
        <TextField name="brand" value={choice.brand} text={lease.brand} onChange={(brand) => set({ brand })} />
        <TextField
          name="category"
          value={choice.category}
          text={lease.category}
          onChange={(category) => set({ category })}
        />
        <Choice
          name="condition"
          value={choice.condition}
          inherit={t("leaseToOwn.product.inherit")}
          options={CONDITIONS}
          onChange={(condition) => set({ condition })}
        />
      </Drawer.Body>
      <Drawer.Footer>
        <Drawer.Close asChild>
          <Button type="button" size="small" variant="secondary">
            {t("leaseToOwn.product.cancel")}
          </Button>
        </Drawer.Close>
        <Button type="submit" size="small" isLoading={isPending}>
          {t("leaseToOwn.product.save")}
        </Button>
      </Drawer.Footer>
    </form>
  )
}

function Field({ id, htmlFor, name, children }: { id?: string; htmlFor?: string; name: string; children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2">
      <Label id={id} htmlFor={htmlFor} size="small" weight="plus" className="text-ui-fg-base">
        {t(`leaseToOwn.product.${name}`)}
      </Label>
      {children}
    </div>
  )
}

type TextProps = { name: string; value: string; text: ProductText; onChange: (value: string) => void }

function TextField({ name, value, text, onChange }: TextProps) {
  const id = useId()
  // The value without an entry here; unknown while the product's own text overrides it.
  const inherited = text.own === null ? (text.value ?? undefined) : undefined
  return (
    <Field htmlFor={id} name={name}>
      <Input
        id={id}
        value={value}
        maxLength={200}
        placeholder={inherited}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  )
}

type ChoiceProps<T extends string> = {
  name: string
  value: T | typeof INHERIT
  inherit: string
  options: readonly T[]
  onChange: (value: T | typeof INHERIT) => void
}

function Choice<T extends string>({ name, value, inherit, options, onChange }: ChoiceProps<T>) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <Field id={id} name={name}>
      <Select value={value} onValueChange={(chosen) => onChange(options.find((one) => one === chosen) ?? INHERIT)}>
        <Select.Trigger aria-labelledby={id}>
          <Select.Value />
        </Select.Trigger>
        <Select.Content>
          <Select.Item value={INHERIT}>{inherit}</Select.Item>
          {options.map((option) => (
            <Select.Item key={option} value={option}>
              {t(`leaseToOwn.product.${option}`)}
            </Select.Item>
          ))}
        </Select.Content>
      </Select>
    </Field>
  )
}
