/** Vite reads this where `medusa plugin:build` runs: when the plugin is packed. */
import { join } from "node:path"
import { packTexts } from "./scripts/lib/pack-texts.mjs"

export default { plugins: [packTexts(join(import.meta.dirname, "admin/i18n"))] }
