import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { programOf } from "../../support/program"
import { anchorOf, filesUnder, headings, links, ROOT, read } from "./markdown"

const SKILLS = filesUnder("skills", [".md"])
const { files } = JSON.parse(read("package.json"))
/** What npm adds to the package by itself. */
const ALWAYS = /^(README|CHANGELOG)\.md$/
const LONGEST = 60

const command = programOf("src/command.ts")
const helpOf = (...args: string[]) => spawnSync(process.execPath, [command, ...args], { encoding: "utf8" }).stdout

/** Each use of the package's command: its name, and its options. */
const usesIn = (text: string) =>
  [...text.matchAll(/(?:medusa-plugin-lease-to-own|`)\s?(doctor|privacy|payouts|conformance|init)\b([^`\n]*)/g)].map(
    ([, name = "", rest = ""]) => ({ name, options: rest.match(/--[a-z-]+/g) ?? [] }),
  )

it("the package has the skills", () => {
  expect(SKILLS).toEqual(["skills/alerts/SKILL.md", "skills/install/SKILL.md", "skills/storefront/SKILL.md"])
  expect(files).toContain("skills")
})

describe.each(SKILLS)("%s", (file) => {
  const text = read(file)

  it("begins with its folder's name and a description in one line each", () => {
    const [, name, description = ""] = /^---\nname: (.+)\ndescription: (.+)\n---\n\n# /.exec(text) ?? []
    expect(`skills/${name}/SKILL.md`).toBe(file)
    expect(description).toMatch(/\. Use (when|for) /)
    // A colon followed by a space would begin a mapping in YAML.
    expect(description).not.toMatch(/: |^["'[{]| #/)
    expect(description.length).toBeLessThan(1024)
  })

  it("is short", () => {
    expect(text.split("\n").length).toBeLessThanOrEqual(LONGEST)
  })

  it("links only to headings of files that are in the package", () => {
    const targets = links(text)
    expect(targets.length).toBeGreaterThan(3)
    const dead = targets.filter((target) => {
      const [path = "", anchor] = target.split("#")
      const page = join(dirname(file), path)
      const isPacked = ALWAYS.test(page) || /^(docs|skills)\/.+\.md$/.test(page)
      if (!isPacked || !existsSync(join(ROOT, page))) return true
      return anchor !== undefined && !headings(read(page)).map(anchorOf).includes(anchor)
    })
    expect(dead).toEqual([])
  })

  it("names commands and options that exist", () => {
    const uses = usesIn(text)
    expect(uses.length).toBeGreaterThan(1)
    const commands = helpOf("--help")
    for (const { name, options } of uses) {
      expect(commands).toMatch(new RegExp(`^ {2}${name} `, "m"))
      const known = [...helpOf(name, "--help").matchAll(/--[a-z-]+/g)].map(([option]) => option)
      expect(options.filter((option) => !["--help", ...known].includes(option))).toEqual([])
    }
  })
})
