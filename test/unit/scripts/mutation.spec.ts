import { chosen, matched } from "../../mutation/files.mjs"

it("the lists of the mutation tests name files that exist", () => {
  expect(chosen).not.toThrow()
})

it("a pattern that matches no file is an error, also beside others that match", () => {
  const paths = ["src/a/one.ts", "src/a/two.ts"]
  expect(matched(["src/a/.+"], paths)).toEqual([{ pattern: "src/a/.+", files: paths }])
  expect(() => matched(["src/a/one.ts", "src/a/three.ts", "src/b/.+"], paths)).toThrow("src/a/three.ts, src/b/.+")
})
