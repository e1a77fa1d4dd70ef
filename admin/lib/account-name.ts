import type { SetupAccount } from "../../src/api/admin-types"

/** Returns the name of an account's operator, followed by the account's ID if it has one. */
export function accountName(accounts: readonly SetupAccount[], id: string | null): string {
  return nameOfAccount(accounts.find((account) => account.id === id)?.settings.operator.name, id)
}

export function nameOfAccount(operator: string | null | undefined, id: string | null): string {
  if (!operator) return id ?? ""
  return id ? `${operator} (${id})` : operator
}
