import type { LedgerDeps } from "../../modules/lease"
import { Unreadable } from "./unreadable"

const TOP_LEVEL = "top-level"

/** Returns the ID of the account whose files these are. IDs are unique only within an account, and each operator pays only its own leases. */
export function accountOf(deps: LedgerDeps, account: string | null | undefined): string | null {
  const ids = deps.accounts.all.map(({ account_id }) => account_id)
  const [first = null] = ids
  if (account === undefined && ids.length === 1) return first
  const names = deps.accounts.all
    .map(({ account_id, options }) => `${account_id ?? TOP_LEVEL} (${options.operator.name})`)
    .join(", ")
  const wanted = account === TOP_LEVEL && !ids.includes(TOP_LEVEL) ? null : account
  if (wanted !== undefined && ids.includes(wanted)) return wanted
  throw new Unreadable(
    wanted === undefined
      ? `This store has several accounts. Whose file is this? Add --account and one of: ${names}.`
      : `This store has no account ${wanted ?? TOP_LEVEL}. Add --account and one of: ${names}.`,
  )
}
