import { resolve } from "node:path"
import { readCommandLine } from "./command-line.mjs"
import { configOf, installationOf, readInstallation, settingsOf } from "./readme.mjs"

const BLOCKS = {
  packing: "```sh\nnpm ci\nnpm pack\n```\n",
  install: "```sh\n# a comment\nnpm install ./it.tgz\n\n```\n",
  config: "```ts\nmodule.exports = {}\n```\n",
  settings: "```ini\nNAME=a=b\nOTHER=\n```\n",
}

function readme(...blocks: string[]): string {
  return `# A plugin\n\n${"```sh\nnpm test\n```"}\n\n## Install it into a store\n\n${blocks.join("\ntext\n\n")}\n## Options\n\n${"```sh\nno\n```"}\n`
}

describe("the README's installation", () => {
  it("is the code of its section, in its order", () => {
    const { packing, install, settings, config } = BLOCKS
    expect(installationOf(readme(packing, install, settings, config))).toEqual({
      packing: ["npm ci", "npm pack"],
      steps: [
        { run: "npm install ./it.tgz" },
        { settings: { NAME: "a=b", OTHER: "" } },
        { file: "medusa-config.ts", text: "module.exports = {}\n" },
      ],
    })
  })

  it.each([
    ["has no section", "# A plugin\n"],
    ["does not begin with making the package", readme(BLOCKS.config)],
    ["holds a language that cannot run", readme(BLOCKS.packing, "```py\nprint()\n```\n")],
    ["holds a setting that is none", readme(BLOCKS.packing, "```ini\nno setting\n```\n")],
  ])("is refused when it %s", (_, text) => {
    expect(() => installationOf(text)).toThrow()
  })

  it("shows one file, the configuration", () => {
    const { packing, config } = BLOCKS
    expect(() => configOf(installationOf(readme(packing)))).toThrow()
    expect(() => configOf(installationOf(readme(packing, config, config)))).toThrow()
    expect(configOf(installationOf(readme(packing, config)))).toBe("module.exports = {}\n")
  })

  it("can be followed by a test as it stands", () => {
    const installation = readInstallation(resolve(__dirname, "../.."))
    const lines = installation.steps.flatMap((step) => ("run" in step ? [step.run] : []))
    expect([...installation.packing, ...lines].map((line) => readCommandLine(line).program)).toContain("npx medusa")
    expect(lines.at(-1)).toMatch(/medusa start$/)
    expect(configOf(installation)).toContain("medusa-plugin-lease-to-own")
    expect(Object.keys(settingsOf(installation))).toEqual(["LEASE_BASE_URL", "LEASE_USERNAME", "LEASE_PASSWORD"])
  })
})
