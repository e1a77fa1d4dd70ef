import type { ExecArgs } from "@medusajs/framework/types"
import { LEASE_MODULE } from "../modules/lease"
import type LeaseModuleService from "../modules/lease/service"
import { textOf } from "../modules/lease/texts/messages"
import { checkSetup, type SetupFinding } from "../setup/check-setup"

const SIGNS = { ok: "OK  ", warning: "WARN", failed: "FAIL" }

/**
 * Says whether the plugin is set up right, item by item, and whether the lease service answers: `medusa exec` with the path of this file.
 * Ends with exit status 1 when something has failed; a warning leaves it at 0.
 */
export default async function doctor({ container }: ExecArgs): Promise<void> {
  const findings = await checkSetup(container, { inScript: true })
  const result = await container.resolve<LeaseModuleService>(LEASE_MODULE).checkConnection()
  const reached = result === "reached"
  const lines = [
    ...findings.flatMap(linesOf),
    `${reached ? SIGNS.ok : SIGNS.failed} connection: ${textOf(`connection_${result}`)}`,
  ]
  const failed = findings.filter(({ state }) => state === "failed").length + (reached ? 0 : 1)
  const warnings = findings.filter(({ state }) => state === "warning").length
  process.stdout.write(`${[...lines, `lease-to-own: ${failed} failed, ${warnings} warnings`].join("\n")}\n`)
  if (failed) process.exitCode = 1
}

function linesOf({ key, state, says, fix, products = [] }: SetupFinding): string[] {
  return [
    `${SIGNS[state]} ${key}: ${says}`,
    ...(fix ? [`     ${fix}`] : []),
    ...products.map(({ id, title }) => `     - ${title} (${id})`),
  ]
}
