import { readFileSync } from "node:fs"
import { chosen, matched } from "../../mutation/files.mjs"
import { mutantsOf } from "../../mutation/mutants.mjs"
import { survivors } from "../../mutation/survivors.mjs"

it("the lists of the mutation tests name files that exist", () => {
  expect(chosen).not.toThrow()
})

it.each(Object.entries(survivors))("each listed survivor is a change that is made: %s", (path, listed) => {
  const made = new Set(mutantsOf(readFileSync(path, "utf8")).map(({ change }) => change))
  expect(Object.keys(listed).filter((change) => !made.has(change))).toEqual([])
})

it("a pattern that matches no file is an error, also beside others that match", () => {
  const paths = ["src/a/one.ts", "src/a/two.ts"]
  expect(matched(["src/a/.+"], paths)).toEqual([{ pattern: "src/a/.+", files: paths }])
  expect(() => matched(["src/a/one.ts", "src/a/three.ts", "src/b/.+"], paths)).toThrow("src/a/three.ts, src/b/.+")
})
