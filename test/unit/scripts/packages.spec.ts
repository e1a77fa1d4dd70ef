import { decidePackagesState, estimateFetch } from "../../../scripts/lib/packages.mjs"

const linux = { os: "linux", cpu: "x64" }
const lock = {
  "": {},
  sandbox: { version: "0.1.0" },
  "node_modules/sandbox": { resolved: "sandbox", link: true },
  "node_modules/zod": { version: "4.2.0" },
  "node_modules/swc/node_modules/zod": { version: "3.0.0" },
  "node_modules/swc-linux": { version: "1.0.0", optional: true, os: ["linux"], cpu: ["x64"] },
  "node_modules/swc-darwin": { version: "1.0.0", optional: true, os: ["darwin"], cpu: ["arm64"] },
}
const { "": _root, sandbox: _sandbox, "node_modules/swc-darwin": _darwin, ...installed } = lock
const everything = () => true

describe("whether node_modules holds what the lock asks for", () => {
  it("is complete when every package of this platform is there in its version", () => {
    expect(decidePackagesState(lock, installed, everything, linux)).toEqual({ state: "complete" })
  })

  it("is missing without the folder", () => {
    expect(decidePackagesState(lock, undefined, () => false, linux).state).toBe("missing")
  })

  it("is an interrupted install when npm has not written its own lock, which it does last", () => {
    expect(decidePackagesState(lock, undefined, everything, linux).state).toBe("interrupted")
  })

  it("is older when the lock names another version", () => {
    const newer = { ...lock, "node_modules/zod": { version: "4.3.0" } }
    expect(decidePackagesState(newer, installed, everything, linux)).toEqual({
      state: "older",
      reason: "zod is 4.2.0, package-lock.json wants 4.3.0",
    })
  })

  it("is older when the lock names a package that is not installed", () => {
    const newer = { ...lock, "node_modules/undici": { version: "7.30.0" } }
    expect(decidePackagesState(newer, installed, everything, linux)).toEqual({
      state: "older",
      reason: "undici is in package-lock.json and not installed",
    })
  })

  it("is older when a package has become a workspace", () => {
    const older = { ...installed, "node_modules/sandbox": { version: "0.1.0" } }
    expect(decidePackagesState(lock, older, everything, linux).state).toBe("older")
  })

  it("is broken when a folder is gone", () => {
    const withoutNested = (folder: string) => folder !== "node_modules/swc/node_modules/zod"
    expect(decidePackagesState(lock, installed, withoutNested, linux)).toEqual({
      state: "broken",
      reason: "the folder node_modules/swc/node_modules/zod is gone",
    })
  })

  it("is broken when it was installed on another platform", () => {
    expect(decidePackagesState(lock, installed, everything, { os: "darwin", cpu: "arm64" }).state).toBe("broken")
  })

  it("stays complete with packages that the lock does not know", () => {
    const more = { ...installed, "node_modules/own-tool": { version: "1.0.0" } }
    expect(decidePackagesState(lock, more, everything, linux)).toEqual({ state: "complete" })
  })
})

describe("how much is fetched", () => {
  it("leaves out workspaces and other platforms", () => {
    expect(estimateFetch(lock, linux).packages).toBe(3)
  })

  it("reads an excluded platform as npm does", () => {
    const entries = { "node_modules/a": { os: ["!win32"] }, "node_modules/b": { os: ["!linux"] } }
    expect(estimateFetch(entries, linux).packages).toBe(1)
  })
})
