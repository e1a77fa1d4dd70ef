import { configOf, readInstallation } from "../../packed/readme.mjs"
import { ROOT, read, section } from "../../unit/docs/markdown"

/**
 * The store configuration of docs/install-by-hand.md with the lines of docs/operations.md inserted into its lists, as a merchant would.
 */
export function scaledConfig(): string {
  const [, addition = ""] =
    /^```ts\n([\s\S]*?)^```/m.exec(section(read("docs/operations.md"), "Multiple processes")) ?? []
  const config = configOf(readInstallation(ROOT))
  return into("modules: [", into("projectConfig: {", config, addition), addition)
}

/** `config` with the lines that follow `opening` in `addition`. */
function into(opening: string, config: string, addition: string): string {
  const added = addition.split(`  ${opening}\n`)[1]?.split(/^ {2}[\]}],$/m)[0]
  if (!added || config.split(opening).length !== 2)
    throw new Error(`docs/install-by-hand.md and docs/operations.md do not both show one list "${opening}".`)
  return config.replace(`${opening}\n`, () => `${opening}\n${added}`)
}
