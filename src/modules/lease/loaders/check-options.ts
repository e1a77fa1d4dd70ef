import type { LoaderOptions } from "@medusajs/framework/types"
import { parseOptions } from "../options/parse-options"

/** Stops the start if options are missing or wrong, with the line to write for each. */
export default async function checkOptions({ options }: LoaderOptions<Record<string, unknown>>): Promise<void> {
  parseOptions(options ?? {})
}
