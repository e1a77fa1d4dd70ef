import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { InMemoryLockingProvider } from "@medusajs/locking/dist/providers/in-memory"
import { PostgresAdvisoryLockProvider } from "@medusajs/locking-postgres/dist/services/advisory-lock"
import { withLock } from "../../../src/medusa/lock"
import { describeLedger } from "../support/ledger-room"

const KEY = ["cart_1"]
/** Acquired as core's completion does, without an owner. */
const CORES = { expire: 120 }

type Provider = Pick<InMemoryLockingProvider, "acquire" | "release">

/** With Medusa's own locking providers. */
describeLedger("the lock on a cart", (room) => {
  let provider: Provider
  /** Resolves when someone has tried to acquire the lock in vain. */
  let refusal: Promise<void>

  function use(inner: Provider): void {
    let tell = () => {}
    refusal = new Promise((resolve) => {
      tell = resolve
    })
    provider = {
      release: (...given) => inner.release(...given),
      acquire: (...given) =>
        inner.acquire(...given).catch((error) => {
          tell()
          throw error
        }),
    }
  }
  async function inPostgres(): Promise<Provider> {
    await room.sql("drop table if exists locking")
    await room.sql(
      "create table locking (id text constraint locking_pkey primary key, owner_id text, expiration timestamptz)",
    )
    const manager = { execute: (query: string, bindings: unknown[]) => room.sql(query, bindings) }
    return new PostgresAdvisoryLockProvider({ manager } as never)
  }
  const lock = <T>(work: () => Promise<T>) => {
    const store = {
      resolve: (name: string) => (name === ContainerRegistrationKeys.PG_CONNECTION ? room.knex : provider),
    }
    return withLock(store as unknown as MedusaContainer, "cart_1", work)
  }
  const isFree = async () => {
    const taken = await provider.acquire(KEY, CORES).then(
      () => true,
      () => false,
    )
    return taken && (await provider.release(KEY))
  }

  describe.each<[string, () => Promise<Provider>]>([
    ["in memory", async () => new InMemoryLockingProvider()],
    ["in PostgreSQL", inPostgres],
  ])("%s", (_where, made) => {
    beforeEach(async () => use(await made()))

    it("the lock keeps Medusa's completion out as long as the work lasts", async () => {
      expect(await lock(isFree)).toBe(false)
      expect(await isFree()).toBe(true)
    })

    it("the lock is released if the work fails", async () => {
      const failing = lock(async () => {
        throw new Error("it failed")
      })
      await expect(failing).rejects.toThrow("it failed")
      expect(await isFree()).toBe(true)
    })

    it("only one of our processes holds the lock at a time", async () => {
      const done: string[] = []
      const second = await lock(async () => {
        const waiting = lock(async () => void done.push("second"))
        await Promise.race([refusal, waiting])
        done.push("first")
        return { waiting }
      })
      await second.waiting
      expect(done).toEqual(["first", "second"])
    })

    it("the plugin waits while a completion holds the lock", async () => {
      await provider.acquire(KEY, CORES)
      const mine = lock(async () => "mine")
      await Promise.race([refusal, mine])
      await provider.release(KEY)
      expect(await mine).toBe("mine")
    })
  })

  it.each([["lease-to-own:of-before"], [undefined]])(
    "of a dead process expires in PostgreSQL, which doesn't enforce expiry itself (owner %s)",
    async (ownerId) => {
      use(await inPostgres())
      await provider.acquire(KEY, { ownerId, expire: 120 })
      await room.sql("update locking set expiration = now() - interval '1 second'")
      expect(await lock(async () => "mine")).toBe("mine")
      expect(await isFree()).toBe(true)
    },
  )
})
