import { readdirSync } from "node:fs"
import { validateWorkflow } from "@action-validator/core"
import { read } from "../docs/markdown"

const { scripts } = JSON.parse(read("package.json"))
const FOLDER = ".github/workflows"
const workflows = readdirSync(`${__dirname}/../../../${FOLDER}`).map(
  (name) => [name, read(`${FOLDER}/${name}`)] as const,
)
/** Only GitHub's own. */
const ACTIONS = ["checkout", "setup-node", "dependency-review-action", "upload-artifact"].map(
  (name) => `actions/${name}`,
)

/** The commands of a workflow's steps. */
const commandsOf = (text: string) =>
  [...text.matchAll(/^\s*(?:- )?run: (.+)$/gm)].flatMap(([, line = ""]) => line.split("&&").map((one) => one.trim()))

describe.each(workflows)("%s", (_, text) => {
  it("is a workflow by its schema", () => {
    expect(validateWorkflow(text).errors).toEqual([])
  })

  it("uses few actions, each pinned by commit, with its version beside it", () => {
    const used = [...text.matchAll(/uses: (.+)$/gm)].map(([, action = ""]) => action)
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
    expect(used.map((action) => action.split("@")[0] ?? "").filter((name) => !ACTIONS.includes(name))).toEqual([])
  })

  it("runs only existing npm commands with existing options, and installs Redis", () => {
    for (const command of commandsOf(text)) {
      const [, script, test] = /^npm (?:run ([\w:]+)|(test))(?: -- .+)?$/.exec(command) ?? []
      const name = script ?? test ?? ""
      const isOther = command === "npm ci" || command.startsWith("sudo apt-get ")
      expect([command, isOther || Object.hasOwn(scripts, name)]).toEqual([command, true])
      // The first comment of a script is its help.
      const [help = ""] = isOther ? [] : read(scripts[name].split(" ").at(-1)).split("*/")
      const options = isOther ? [] : (command.match(/ --[a-z][a-z-]+/g) ?? [])
      expect([command, options.filter((option) => !help.includes(option))]).toEqual([command, []])
    }
  })

  it("may only read the repository, unless a job needs more", () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
    const more = [...text.matchAll(/^ {6}([a-z-]+): write$/gm)].map(([, name]) => name)
    expect([...text.matchAll(/: write\b/g)]).toHaveLength(more.length)
  })

  it("keeps no credentials, and every job ends", () => {
    const times = (part: RegExp) => [...text.matchAll(part)].length
    expect(times(/persist-credentials: false/g)).toBe(times(/uses: actions\/checkout@/g))
    expect(times(/timeout-minutes: \d+/g)).toBe(times(/runs-on: /g))
    expect(text).toMatch(/^concurrency:$/m)
  })

  it("passes no secret on, and puts no text from others into a command", () => {
    expect(text).not.toMatch(/secrets\./)
    expect(commandsOf(text).filter((command) => /\$\{\{(?! matrix\.\w+ )/.test(command))).toEqual([])
  })
})

it("only the release may request an id token, only for a version's tag, and it keeps the SBOM", () => {
  expect(workflows.filter(([, text]) => text.includes("id-token")).map(([name]) => name)).toEqual(["release.yml"])
  const release = read(`${FOLDER}/release.yml`)
  expect(release).toMatch(/^on:\n {2}push:\n {4}tags: \["v\*"\]\n\n/m)
  expect(release).not.toMatch(/--skip-tests|--dry-run/)
  expect(release).toMatch(
    /run: npm run release\n[\s\S]*actions\/upload-artifact@[\s\S]*path: \.cache\/release\/\*\.cdx\.json/,
  )
})
