import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { delimiter, join } from "node:path"

/** Names under which Linux distributions install a browser, wherever on the path that is. */
const COMMANDS = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "microsoft-edge"]
const LINUX_FOLDERS = ["/usr/bin", "/usr/local/bin", "/opt/google/chrome", "/snap/bin"]
const MAC_PROGRAMS = [
  "Google Chrome.app/Contents/MacOS/Google Chrome",
  "Chromium.app/Contents/MacOS/Chromium",
  "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
]
const WINDOWS_PROGRAMS = ["Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe"]

/** The text to print where browser tests are skipped. */
export const noBrowserHint =
  "No browser found: install Chrome, Chromium or Edge, or name the program in CHROME_PATH. Browser tests are skipped."

/**
 * The browser that is installed: the one of `CHROME_PATH`, else the first of the usual places.
 *
 * @param {{ env?: NodeJS.ProcessEnv, platform?: NodeJS.Platform, exists?: (path: string) => boolean }} [machine]
 *   another machine than this one, for tests
 * @returns {string | undefined} path of the program
 * @throws when `CHROME_PATH` names nothing, because setting it asks for that browser and no other
 */
export function findBrowser({ env = process.env, platform = process.platform, exists = existsSync } = {}) {
  const named = env.CHROME_PATH
  if (!named) return usualPlaces(env, platform).find((path) => exists(path))
  if (!exists(named)) throw new Error(`CHROME_PATH names ${named}, where there is no program.`)
  return named
}

/**
 * Arguments of every start: nothing but the pages under test reaches the network, and it runs as root too, where Chromium
 * refuses to with its sandbox on.
 *
 * @returns {string[]}
 */
export function browserArguments() {
  return [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    `--disable-features=${[...PLAYWRIGHTS, ...ADDRESS_BAR].join(",")}`,
  ]
}

/** Playwright turns these off for every Chromium. Of two such lists Chromium takes the last, so ours has to name them, too. */
const PLAYWRIGHTS = [
  "AimEnabled",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
]

/** Pages behind the address bar that no one sees here. Each window loads them in a process of their own: two thirds of its cost. */
const ADDRESS_BAR = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"]

/** @param {NodeJS.ProcessEnv} env @param {NodeJS.Platform} platform */
function usualPlaces(env, platform) {
  if (platform === "darwin") {
    const folders = ["/Applications", join(homedir(), "Applications")]
    return folders.flatMap((folder) => MAC_PROGRAMS.map((program) => join(folder, program)))
  }
  if (platform === "win32") {
    const folders = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].filter((folder) => !!folder)
    return folders.flatMap((folder) => WINDOWS_PROGRAMS.map((program) => join(folder ?? "", program)))
  }
  const folders = [...(env.PATH ?? "").split(delimiter).filter(Boolean), ...LINUX_FOLDERS]
  return COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)))
}
