import { join } from "node:path"
import { findNpm } from "../../../scripts/lib/install.mjs"

const node = join("/opt", "node", "bin", "node")
const beside = join("/opt", "node", "lib", "node_modules", "npm", "bin", "npm-cli.js")

describe("how npm is started", () => {
  it("takes the npm that runs the script", () => {
    const told = join("/usr", "lib", "npm", "bin", "npm-cli.js")
    expect(findNpm({ npm_execpath: told }, node, () => true)).toEqual({ command: node, args: [told], shell: false })
  })

  it("takes the npm beside Node when another package manager runs the script", () => {
    const other = join("/usr", "lib", "other", "bin.js")
    const found = findNpm({ npm_execpath: other }, node, (file) => file === beside)
    expect(found).toEqual({ command: node, args: [beside], shell: false })
  })

  it("asks a shell for npm when there is none beside Node", () => {
    expect(findNpm({}, node, () => false)).toEqual({ command: "npm", args: [], shell: true })
  })
})
