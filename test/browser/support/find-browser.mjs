import { existsSync } from "node:fs"
import { homedir } from "node:os"
import { delimiter, join } from "node:path"

/** Names of browsers in Linux distributions, anywhere on the path. */
const COMMANDS = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser", "microsoft-edge"]
const LINUX_FOLDERS = ["/usr/bin", "/usr/local/bin", "/opt/google/chrome", "/snap/bin"]
const MAC_PROGRAMS = [
  "Google Chrome.app/Contents/MacOS/Google Chrome",
  "Chromium.app/Contents/MacOS/Chromium",
  "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
]
const WINDOWS_PROGRAMS = ["Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe"]

/** The text to print when browser tests are skipped. */
export const noBrowserHint =
  "No browser found: install Chrome, Chromium or Edge, or name the program in CHROME_PATH. Browser tests are skipped."

/**
 * The installed browser: `CHROME_PATH`, or else the first in the usual places.
 *
 * @returns {string | undefined} path of the program
 * @throws when `CHROME_PATH` doesn't exist, because setting it requests that browser and no other
 */
export function findBrowser() {
  const named = process.env.CHROME_PATH
  if (!named) return usualPlaces(process.env).find((path) => existsSync(path))
  if (!existsSync(named)) throw new Error(`CHROME_PATH names ${named}, where there is no program.`)
  return named
}

/**
 * Arguments of every start: only the pages under test reach the network, and it also runs as root, where Chromium
 * requires its sandbox to be off.
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

/** Features that Playwright turns off in every Chromium. Of two such lists Chromium uses the last, so ours must include them. */
const PLAYWRIGHTS =
  `AimEnabled AvoidCorsURLLoaderRestartOnRedirect AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose
  HttpsFirstBalancedModeAutoEnable HttpsUpgrades LensOverlay MediaRouter NetworkTimeServiceQuerying OptimizationHints PaintHolding
  PreconnectToSearch ThirdPartyStoragePartitioning`.split(/\s+/)

/** Pages behind the address bar that no one sees here. Each window loads them in separate processes, two thirds of its cost. */
const ADDRESS_BAR = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"]

/** @param {NodeJS.ProcessEnv} env */
function usualPlaces(env) {
  const below = (/** @type {(string | undefined)[]} */ folders, /** @type {string[]} */ programs) =>
    folders.flatMap((folder) => (folder ? programs.map((program) => join(folder, program)) : []))
  if (process.platform === "darwin") return below(["/Applications", join(homedir(), "Applications")], MAC_PROGRAMS)
  if (process.platform === "win32") return below([env.PROGRAMFILES, env["PROGRAMFILES(X86)"]], WINDOWS_PROGRAMS)
  return below([...(env.PATH ?? "").split(delimiter), ...LINUX_FOLDERS], COMMANDS)
}
