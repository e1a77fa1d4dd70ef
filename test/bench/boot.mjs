import { join } from "node:path"
import { openDatabaseServer, withConnection } from "../../demo/database-server.mjs"
import { makeBareStore } from "./bare-store.mjs"
import { BenchProcess } from "./bench-process.mjs"
import { benchFolder, installPlugin, PLUGIN } from "./compiled-plugin.mjs"
import { compare } from "./ratio.mjs"

const ROUNDS = 5
const WARM_UP = 1

/** The entries that the README asks for. */
const WITH_PLUGIN = `
  plugins: [
    {
      resolve: "${PLUGIN}",
      options: {
        baseUrl: "https://leasing.example", username: "bench", password: "bench", operator: { contact: "bench" },
      },
    },
  ],
  modules: [
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["lease", "query"],
      options: { providers: [{ resolve: "${PLUGIN}/providers/lease-to-own" }] },
    },
  ],`

/**
 * The start of a bare store, until it listens, with the plugin over without.
 *
 * @param {import("./main.mjs").Tools} tools
 * @param {(measure: "start", ratio: number) => void} found
 */
export async function benchBoot({ root, cleanup, say }, found) {
  say("Making two bare stores …")
  const { withPlugin, without } = await makeStores(root, cleanup)
  say("Starting them in turns …")
  const ours = () => start(withPlugin)
  const theirs = () => start(without)
  const ratio = await compare({ rounds: ROUNDS, warmUp: WARM_UP, ours, theirs })
  const have = [await hasProvider(withPlugin), await hasProvider(without)]
  if (have.join() !== "true,false") throw new Error(`Of the two stores these have the plugin: ${have.join()}`)
  found("start", ratio)
}

/** @param {string} root @param {import("../../demo/cleanup.mjs").Cleanup} cleanup */
async function makeStores(root, cleanup) {
  const folder = benchFolder(root, cleanup)
  const server = await openDatabaseServer({ databaseUrl: process.env.DATABASE_URL })
  cleanup.add(() => server.stop())
  const folders = { with: join(folder, "with"), without: join(folder, "without") }
  installPlugin(root, folders.with)
  const [withPlugin, without] = await Promise.all([
    makeBareStore({ folder: folders.with, settings: WITH_PLUGIN, server, cleanup }),
    makeBareStore({ folder: folders.without, settings: "", server, cleanup }),
  ])
  return { withPlugin, without }
}

/** @param {import("./bare-store.mjs").BareStore} store @returns {Promise<number>} ms */
async function start({ folder, env }) {
  const began = performance.now()
  const store = new BenchProcess("booting-store.mjs", { cwd: folder, env })
  try {
    await store.hear()
    return performance.now() - began
  } finally {
    await store.end()
  }
}

/** A start writes down which payment providers it found. @param {import("./bare-store.mjs").BareStore} store */
function hasProvider({ databaseUrl }) {
  return withConnection(databaseUrl, async (client) => {
    const found = await client.query("SELECT 1 FROM payment_provider WHERE id = 'pp_lease-to-own' AND is_enabled")
    return found.rowCount === 1
  })
}
