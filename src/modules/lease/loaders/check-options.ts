import type { LoaderOptions } from "@medusajs/framework/types"
import { parseOptions } from "../options/parse-options"

/** Stops the start when an option is missing or wrong; every one of them is named with the line to write. */
export default async function checkOptions({ options }: LoaderOptions<Record<string, unknown>>): Promise<void> {
  parseOptions(options ?? {})
}
