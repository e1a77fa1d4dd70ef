/** The checks of the sources alone: format, lint, words and types. */
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { runChecks } from "./lib/checks.mjs"
import { summaryLine } from "./lib/summary.mjs"

const counts = await runChecks(join(dirname(fileURLToPath(import.meta.url)), ".."))
console.log(summaryLine(counts))
process.exitCode = counts.failed > 0 ? 1 : 0
