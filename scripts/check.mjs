/**
 * npm run check
 * Checks format, lint, spelling, secrets and types.
 */
import { parseArgs } from "node:util"
import { runChecks } from "./lib/checks.mjs"
import { conclude } from "./lib/counts.mjs"

parseArgs()
conclude(await runChecks())
