import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { isAlive } from "./folder-lock.mjs"

const LOOK_EVERY_MS = 500

/**
 * Ends this process, as a `kill` would, when the npm that started it is gone: npm killed for good cannot pass a signal on,
 * and whatever it started would run forever. Only below npm: a script started by hand may outlive its shell.
 *
 * @param {NodeJS.ProcessEnv} env
 */
export function endWithNpm(env) {
  if (!env.npm_lifecycle_event || process.platform === "win32") return
  const parent = process.ppid
  // npm starts a shell, which starts us; where the shell hands over, the parent is npm itself and its parent a shell of
  // somebody else's, which is not our business.
  const npm = isShell(parent) ? parentOf(parent) : undefined
  const timer = setInterval(() => {
    if (process.ppid === parent && (npm === undefined || isAlive(npm))) return
    clearInterval(timer)
    process.kill(process.pid, "SIGTERM")
  }, LOOK_EVERY_MS)
  timer.unref()
}

/** @param {number} pid */
function isShell(pid) {
  return /(^|\/)(ba|da|z|a|k|fi)?sh$/.test(ask(pid, "comm"))
}

/** @param {number} pid @returns {number | undefined} */
function parentOf(pid) {
  return Number(ask(pid, "ppid")) || undefined
}

/** @param {number} pid @param {"comm" | "ppid"} what @returns {string} empty when the system does not say */
function ask(pid, what) {
  try {
    if (process.platform !== "linux") {
      return execFileSync("ps", ["-o", `${what}=`, "-p", String(pid)], { encoding: "utf8" }).trim()
    }
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
    const end = stat.lastIndexOf(")")
    return what === "comm" ? stat.slice(stat.indexOf("(") + 1, end) : (stat.slice(end + 2).split(" ")[1] ?? "")
  } catch {
    return ""
  }
}
