import rules from "../../../scripts/import-rules.mjs"
import { filesUnder } from "../docs/markdown"

it("each folder with rules about its imports exists", () => {
  const files = ["src", "admin", "packages", "demo", "test"].flatMap((folder) =>
    filesUnder(folder, [".ts", ".tsx", ".mjs", ".js"]),
  )
  const patterns = rules.forbidden.flatMap(({ from }) => {
    const path = "path" in from ? from.path : "."
    const [group = "", names = ""] = /\((\w[\w|]+)\)/.exec(path) ?? []
    return names.split("|").map((name) => path.replace(group, name))
  })
  expect(patterns.filter((pattern) => !files.some((file) => RegExp(pattern).test(file)))).toEqual([])
})
