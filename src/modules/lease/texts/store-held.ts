const COMMAND = "npx --no -- medusa-plugin-lease-to-own doctor"

/** Says, for the log and the doctor, why nothing is sent for the store's earlier leases, and what to run. The dashboard has its own words. */
export function storeHeldText({ held_by, held_since }: { held_by: string | null; held_since: Date | null }): string {
  const since = `Nothing is sent for leases that began before ${held_since?.toISOString()}`
  if (held_by === "option")
    return `${since}, because the holdCalls option is on. If this is a copy, run ${COMMAND} --copy. Otherwise, remove the option and run ${COMMAND} --same-store.`
  return `${since}, because this is not the database that the store ran on before. If it was moved or restored and nothing is missing, run ${COMMAND} --same-store. If it was restored to an earlier time, run ${COMMAND} --restored-to TIME. If it is a copy, such as a staging store's, run ${COMMAND} --copy.`
}
