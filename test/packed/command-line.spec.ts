import { readCommandLine, terminalEnvironment } from "./command-line.mjs"

describe("a command line of the README", () => {
  it.each([
    ["npm pack", {}, "npm", ["pack"]],
    ["npm install ./it-0.1.0.tgz", {}, "npm", ["install", "./it-0.1.0.tgz"]],
    ["NODE_ENV=production npx medusa build", { NODE_ENV: "production" }, "npx medusa", ["build"]],
    ["A=1 B= npx medusa start", { A: "1", B: "" }, "npx medusa", ["start"]],
    ["npx --no -- lease-to-own-doctor --before-removal", {}, "npx --no -- lease-to-own-doctor", ["--before-removal"]],
    ["npx --no -- lease-to-own-privacy retention", {}, "npx --no -- lease-to-own-privacy", ["retention"]],
    ["npx --no -- lease-to-own-conformance --help", {}, "npx --no -- lease-to-own-conformance", ["--help"]],
    ["cd .medusa/server", {}, "cd", [".medusa/server"]],
  ])("is taken apart: %s", (line, env, program, args) => {
    expect(readCommandLine(line)).toEqual({ env, program, args })
  })

  it.each([
    "npx medusable start",
    "rm -rf .",
    "npm ci && npm pack",
    "npm run x > file",
    'npm run "x y"',
    "cd $HOME",
    "",
  ])("is refused where only a shell could run it: %s", (line) => {
    expect(() => readCommandLine(line)).toThrow("There is no way to run")
  })
})

describe("the environment of a terminal", () => {
  const before = { ...process.env }
  afterEach(() => {
    process.env = { ...before }
  })

  it.each([
    ["NODE_ENV", "test"],
    ["LOG_LEVEL", "error"],
    ["DATABASE_URL", "postgres://elsewhere"],
    ["LEASE_PASSWORD", "elsewhere"],
    ["STORE_CORS", "elsewhere"],
    ["npm_package_name", "medusa-plugin-lease-to-own"],
  ])("has nothing of the one that runs the test: %s", (name, value) => {
    process.env[name] = value
    expect(terminalEnvironment()).not.toHaveProperty(name)
  })

  it("has what programs need, and what is added", () => {
    process.env.npm_config_registry = "https://registry.example"
    expect(terminalEnvironment({ NODE_ENV: "production" })).toMatchObject({
      PATH: process.env.PATH,
      npm_config_registry: "https://registry.example",
      NODE_ENV: "production",
    })
  })
})
