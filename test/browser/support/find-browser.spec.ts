import { findBrowser } from "./find-browser.mjs"

const PATH = "/opt/bin:/home/somebody/bin"

describe("the browser that tests use", () => {
  it.each([
    ["linux", { PATH }, "/opt/bin/chromium"],
    ["linux", { PATH }, "/usr/bin/google-chrome"],
    ["linux", {}, "/snap/bin/chromium"],
    ["darwin", {}, "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"],
  ] as const)("is found on %s where it usually is", (platform, env, path) => {
    expect(findBrowser({ platform, env, exists: (file) => file === path })).toBe(path)
  })

  it("is found on Windows below the folders for programs", () => {
    const env = { PROGRAMFILES: "C:\\Program Files" }
    const found = findBrowser({ platform: "win32", env, exists: (file) => file.endsWith("msedge.exe") })
    expect(found).toMatch(/^C:\\Program Files.*msedge\.exe$/)
  })

  it("is the one of CHROME_PATH, if that is set", () => {
    expect(findBrowser({ env: { PATH, CHROME_PATH: "/mine/browser" }, exists: () => true })).toBe("/mine/browser")
  })

  it("is not replaced by another when CHROME_PATH names nothing", () => {
    const exists = (file: string) => file !== "/mine/browser"
    expect(() => findBrowser({ env: { PATH, CHROME_PATH: "/mine/browser" }, exists })).toThrow("CHROME_PATH")
  })

  it("is none where none is installed", () => {
    expect(findBrowser({ platform: "linux", env: { PATH }, exists: () => false })).toBeUndefined()
  })
})
