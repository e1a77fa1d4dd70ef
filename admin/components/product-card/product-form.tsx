import { Input, Select } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { ProductLeaseAnswer, ProductText } from "../../../src/api/admin-types"
import { useSaveProductLease } from "../../hooks/use-product-lease"
import { statusOf } from "../../lib/status-of"
import { showToast } from "../../lib/toasts"
import { DrawerForm } from "../drawer-form"
import { Field } from "../field"
import { bodyOf, CONDITIONS, INHERIT, readChoice } from "./product-choice"

type Lease = ProductLeaseAnswer["product"]

/** The form for a product's overrides. Empty fields inherit a value. */
export function ProductForm({ lease, onDone }: { lease: Lease; onDone: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending, isError, error } = useSaveProductLease(lease.id)
  const { leasable, condition } = readChoice(lease)
  // The form limits all other fields, so only the states can be invalid.
  const isInvalid = statusOf(error) === 400
  const isRuledOut = !lease.leasable.value && lease.leasable.of !== undefined
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
      error={isError && !isInvalid ? t("leaseToOwn.product.saveFailed") : null}
      back={t("leaseToOwn.product.cancel")}
      submit={t("leaseToOwn.product.save")}
      busy={isPending}
      onSubmit={save}
    >
      <Choice
        name="leasable"
        own={leasable}
        inherit={t(byDefault)}
        options={["yes", "no"]}
        hint={isRuledOut ? t("leaseToOwn.product.ruledOut") : undefined}
      />
      <Field
        label={t("leaseToOwn.product.not_in")}
        hint={t("leaseToOwn.product.not_inHint")}
        error={isInvalid ? t("leaseToOwn.problems.not_in_unknown") : undefined}
      >
        {(control) => <Input {...control} name="not_in" defaultValue={lease.not_in.own ?? ""} maxLength={1000} />}
      </Field>
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

type ChoiceProps = { name: string; own: string; inherit: string; options: readonly string[]; hint?: string | undefined }

function Choice({ name, own, inherit, options, hint }: ChoiceProps) {
  const { t } = useTranslation()
  return (
    <Field label={t(`leaseToOwn.product.${name}`)} hint={hint}>
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
