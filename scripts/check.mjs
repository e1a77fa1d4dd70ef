/** `npm run check`: checks the sources without running them. */
import { runChecks } from "./lib/checks.mjs"
import { conclude } from "./lib/counts.mjs"

conclude(await runChecks())
