import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import getPort from "get-port"
import type { Cleanup } from "../../../demo/cleanup.mjs"
import { Program } from "../../../demo/program.mjs"

const READY_WITHIN_MS = 20_000

/** Starts a Redis that stores nothing on disk. Returns its address. */
export async function startRedis(program: string, cleanup: Cleanup): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "lease-to-own-redis-"))
  cleanup.add(() => rmSync(folder, { recursive: true, force: true }))
  const port = await getPort()
  const listens = ["--bind", "127.0.0.1", "--port", String(port)]
  const redis = new Program({
    command: program,
    args: [...listens, "--dir", folder, "--save", "", "--appendonly", "no"],
    cwd: folder,
  })
  cleanup.add(() => redis.stop())
  await redis.untilPrinted("Ready to accept connections", READY_WITHIN_MS)
  return `redis://127.0.0.1:${port}`
}

/** Removes the locks of Medusa's processes as if they had expired: core locks a cart for two minutes. */
export async function forgetLocks(redisUrl: string): Promise<void> {
  const script = "for _, key in ipairs(redis.call('keys', 'medusa_lock:*')) do redis.call('del', key) end"
  const socket = connect(Number(new URL(redisUrl).port), "127.0.0.1")
  socket.write(`EVAL "${script}" 0\r\n`)
  const [answer] = await once(socket, "data")
  socket.destroy()
  if (!String(answer).startsWith("$-1")) throw new Error(`Redis answered ${answer}`)
}
