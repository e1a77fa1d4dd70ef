/**
 * A process between us and a server we start: it stops the server when we are gone, however we went. Its standard input is
 * a pipe from us. The first line says what to run (`KeepOrder`), a second line of any kind asks for a polite stop, and the
 * end of the input without it, which the system brings about even after `kill -9`, means that we are gone.
 */
import { spawn } from "node:child_process"
import { rmSync } from "node:fs"

/** @typedef {{ stop: () => void, abandon: () => void }} Kept */

let buffered = ""
/** @type {Kept | undefined} */
let kept

process.stdin.setEncoding("utf8")
process.stdin.on("data", (text) => {
  buffered += text
  for (let end = buffered.indexOf("\n"); end >= 0; end = buffered.indexOf("\n")) {
    const line = buffered.slice(0, end)
    buffered = buffered.slice(end + 1)
    if (kept) kept.stop()
    else kept = keep(JSON.parse(line))
  }
})
for (const event of ["end", "error"]) process.stdin.on(event, () => (kept ? kept.abandon() : process.exit(0)))
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => (kept ? kept.stop() : process.exit(0)))

/**
 * @param {import("./kept-process.mjs").KeepOrder} order
 * @returns {Kept}
 */
function keep({ command, args, stopSignal, abandonSignal, graceMs, removeAfter, ...options }) {
  const child = spawn(command, args, { ...options, stdio: ["ignore", "inherit", "inherit"], windowsHide: true })
  /** @param {number} status */
  const end = (status) => {
    if (removeAfter) rmSync(removeAfter, { recursive: true, force: true, maxRetries: 5 })
    process.exit(status)
  }
  child.once("error", (error) => {
    process.stderr.write(`${command}: ${error.message}\n`)
    end(127)
  })
  child.once("exit", (code) => end(code ?? 1))
  let ending = false
  const endWith = (/** @type {NodeJS.Signals} */ signal) => () => {
    if (ending) return
    ending = true
    child.kill(signal)
    setTimeout(() => child.kill("SIGKILL"), graceMs).unref()
  }
  return { stop: endWith(stopSignal), abandon: endWith(abandonSignal) }
}
