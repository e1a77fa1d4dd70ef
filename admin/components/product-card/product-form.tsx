import { Input, Select } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { ProductLeaseAnswer, ProductText } from "../../../src/api/admin-types"
import { useSaveProductLease } from "../../hooks/use-product-lease"
import { showToast } from "../../lib/toasts"
import { DrawerForm } from "../drawer-form"
import { Field } from "../field"
import { bodyOf, CONDITIONS, INHERIT, readChoice } from "./product-choice"

type Lease = ProductLeaseAnswer["product"]

/** The form for a product's overrides. Empty fields inherit a value. */
export function ProductForm({ lease, onDone }: { lease: Lease; onDone: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending, isError } = useSaveProductLease(lease.id)
  const { leasable, condition } = readChoice(lease)
  const save = (form: HTMLFormElement) =>
    mutate(bodyOf(lease, new FormData(form)), {
      onSuccess: () => {
        showToast("success", t("leaseToOwn.product.saved"))
        onDone()
      },
    })
  const byDefault = lease.leasable.by_default ? "leaseToOwn.product.byDefaultYes" : "leaseToOwn.product.byDefaultNo"
  return (
    <DrawerForm
      error={isError ? t("leaseToOwn.product.saveFailed") : null}
      back={t("leaseToOwn.product.cancel")}
      submit={t("leaseToOwn.product.save")}
      busy={isPending}
      onSubmit={save}
    >
      <Choice name="leasable" own={leasable} inherit={t(byDefault)} options={["yes", "no"]} />
      <TextField name="brand" text={lease.brand} />
      <TextField name="category" text={lease.category} />
      <Choice name="condition" own={condition} inherit={t("leaseToOwn.product.inherit")} options={CONDITIONS} />
    </DrawerForm>
  )
}

function TextField({ name, text: { own, value } }: { name: string; text: ProductText }) {
  const { t } = useTranslation()
  // The value that applies if the field is left empty. Unknown while the product has its own value.
  const inherited = own === null ? (value ?? undefined) : undefined
  return (
    <Field label={t(`leaseToOwn.product.${name}`)}>
      {(control) => <Input {...control} name={name} defaultValue={own ?? ""} maxLength={200} placeholder={inherited} />}
    </Field>
  )
}

type ChoiceProps = { name: string; own: string; inherit: string; options: readonly string[] }

function Choice({ name, own, inherit, options }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <Field label={t(`leaseToOwn.product.${name}`)}>
      {(control) => (
        <Select name={name} defaultValue={own}>
          <Select.Trigger {...control}>
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
      )}
    </Field>
  )
}
