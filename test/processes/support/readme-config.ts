import { read, section } from "../../unit/docs/markdown"

/**
 * The configuration of a store that the README shows, with the lines of docs/operations.md written into its lists, as a merchant does.
 */
export function scaledConfig(): string {
  const [addition = ""] = blocks(section(read("docs/operations.md"), "Multiple processes"))
  const [installation = ""] = blocks(section(read("README.md"), "Install it into a store")).filter((text) =>
    text.includes("defineConfig("),
  )
  return into("modules: [", into("projectConfig: {", installation, addition), addition)
}

function blocks(text: string): string[] {
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = ""]) => code)
}

/** `config` with the lines that stand behind `opening` in `addition`. */
function into(opening: string, config: string, addition: string): string {
  const indent = "  "
  const added = addition.split(`${indent}${opening}\n`)[1]?.split(/^ {2}[\]}],$/m)[0]
  if (!added || config.split(opening).length !== 2)
    throw new Error(`README and docs/operations.md do not both show one list "${opening}".`)
  return config.replace(`${opening}\n`, () => `${opening}\n${added}`)
}
