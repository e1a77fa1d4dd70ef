import type { SetupAccount } from "../../src/api/admin-types"

/** An account as people call it: by its operator, and by its id in the options where it has one. */
export function accountName(accounts: readonly SetupAccount[], id: string | null): string {
  const operator = accounts.find((account) => account.id === id)?.settings.operator.name ?? ""
  if (!operator) return id ?? ""
  return id ? `${operator} (${id})` : operator
}
