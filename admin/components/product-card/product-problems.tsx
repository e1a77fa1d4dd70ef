import { Alert } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { ProductProblem } from "../../../src/api/admin-types"

/** Why carts with this product cannot be leased. */
export function ProductProblems({ problems }: { problems: ProductProblem[] }) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-2 px-6 py-4">
      {problems.map((problem) => (
        <Alert key={problem} variant="warning" className="text-ui-fg-base">
          {t(`leaseToOwn.problems.${problem}`)}
        </Alert>
      ))}
    </div>
  )
}
