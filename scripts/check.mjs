/**
 * npm run check
 * Checks format, lint, imports, spelling, regular expressions, secrets and types.
 */
import { parseArgs } from "node:util"
import { conclude, runChecks } from "./lib/checks.mjs"

parseArgs()
conclude(await runChecks())
