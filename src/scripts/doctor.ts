import type { ExecArgs, MedusaContainer } from "@medusajs/framework/types"
import { deskOf } from "../modules/lease"
import { checkConnections } from "../modules/lease/merchant/check-connection"
import { textOf } from "../modules/lease/texts/messages"
import { checkSetup, type SetupFinding } from "../setup/check-setup"
import { findBeforeRemoval, type RemovalFinding } from "../setup/removal"
import { productTexts } from "../setup/setup-texts"

const SIGNS = { ok: "OK  ", warning: "WARN", failed: "FAIL" }

/** The argument with which the doctor looks at what is left to do before the plugin is removed. */
const BEFORE_REMOVAL = "before-removal"

type Report = { lines: string[]; failed: number }

/**
 * Says whether the plugin is set up right, item by item, and whether the lease service answers; with {@link BEFORE_REMOVAL} what is left to do before it is
 * removed. Run by `lease-to-own-doctor`, or by `medusa exec` with the path of this file. Ends with exit status 1 when something has failed or is left
 * to do; a warning leaves it at 0.
 */
export default async function doctor({ container, args }: ExecArgs): Promise<void> {
  const { lines, failed } = await (args.includes(BEFORE_REMOVAL) ? lookBeforeRemoval : lookAtSetup)(container)
  process.stdout.write(`${lines.join("\n")}\n`)
  if (failed) process.exitCode = 1
}

async function lookAtSetup(container: MedusaContainer): Promise<Report> {
  const findings = await checkSetup(container, { inScript: true })
  const connections = await checkConnections(deskOf(container))
  const unreached = connections.filter(({ result }) => result !== "reached").length
  const failed = findings.filter(({ state }) => state === "failed").length + unreached
  const warnings = findings.filter(({ state }) => state === "warning").length
  const lines = [
    ...findings.flatMap(linesOf),
    ...connections.map(
      ({ account, result }) =>
        `${result === "reached" ? SIGNS.ok : SIGNS.failed} connection${of(account)}: ${textOf(`connection_${result}`)}`,
    ),
    `lease-to-own: ${failed} failed, ${warnings} warnings`,
  ]
  return { lines, failed }
}

function of(account: string | null = null): string {
  return account === null ? "" : ` of ${account}`
}

function linesOf({ key, account, state, says, fix, products = [] }: SetupFinding): string[] {
  return [
    `${SIGNS[state]} ${key}${of(account)}: ${says}`,
    ...(fix ? [`     ${fix}`] : []),
    ...products.map(
      ({ id, title, lacks }) => `     - ${title} (${id}): ${lacks.map((one) => productTexts[one]).join(", ")}`,
    ),
  ]
}

async function lookBeforeRemoval(container: MedusaContainer): Promise<Report> {
  const findings = await findBeforeRemoval(container)
  const lines = [
    ...findings.flatMap(toDo),
    "Without the plugin, canceling, returning or refunding an order tells the operator nothing. Do it in the operator's portal first.",
    `lease-to-own: ${findings.length} to do before removal`,
  ]
  return { lines, failed: findings.length }
}

function toDo({ code, says, count, named }: RemovalFinding): string[] {
  const more = count - named.length
  return [
    `${SIGNS.failed} ${code}: ${says}`,
    ...named.map((name) => `     - ${name}`),
    ...(more ? [`     and ${more} more`] : []),
  ]
}
