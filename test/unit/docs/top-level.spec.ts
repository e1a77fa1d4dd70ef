import { join } from "node:path"
import { ownFiles } from "../../../scripts/lib/own-files.mjs"

const FOLDERS = [
  ".ci",
  ".devcontainer",
  ".github",
  "admin",
  "demo",
  "docs",
  "examples",
  "packages",
  "scripts",
  "src",
  "test",
]

it("knows every file and folder at the top of the repository", () => {
  const files = ownFiles(join(__dirname, "../../.."))
  const isFolder = (path: string) => path.includes("/")
  expect([...new Set(files.filter(isFolder).map((path) => path.slice(0, path.indexOf("/"))))].sort()).toEqual(FOLDERS)
  expect(files.filter((path) => !isFolder(path)).sort()).toEqual([
    ".editorconfig",
    ".env.template",
    ".gitignore",
    ".npmrc",
    "CHANGELOG.md",
    "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "biome.json",
    "jest.config.js",
    "llms.txt",
    "medusa-config.ts",
    "package-lock.json",
    "package.json",
    "tsconfig.json",
    "vite.config.mjs",
  ])
})
