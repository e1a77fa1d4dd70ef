import type { MedusaContainer } from "@medusajs/framework/types"
import { lockCart } from "../../../src/workflows/lock-cart"

/** A provider of locks, as core's completion and others see it. */
function locks() {
  const held = new Map<string, string>()
  return {
    held,
    acquire: async ([key]: string[], { ownerId }: { ownerId: string }) => {
      const owner = held.get(key ?? "")
      if (owner !== undefined && owner !== ownerId) throw new Error("already locked")
      held.set(key ?? "", ownerId)
    },
    release: async ([key]: string[]) => held.delete(key ?? ""),
    execute: () => {
      throw new Error("this is another lock than that of a completion")
    },
  }
}
const containerOf = (locking: object) => ({ resolve: () => locking }) as unknown as MedusaContainer

describe("the lock on a cart", () => {
  it("is core's own, held while the work lasts and no longer", async () => {
    const locking = locks()
    const held = await lockCart(containerOf(locking), "cart_1", async () => [...locking.held.keys()])
    expect(held).toEqual(["cart_1"])
    expect(locking.held.size).toBe(0)
  })

  it("is given back when the work fails", async () => {
    const locking = locks()
    const failing = lockCart(containerOf(locking), "cart_1", async () => {
      throw new Error("it failed")
    })
    await expect(failing).rejects.toThrow("it failed")
    expect(locking.held.size).toBe(0)
  })

  it("is taken over from a process of ours that died, where the provider lets no lock end by itself", async () => {
    const locking = locks()
    const died = lockCart(containerOf({ ...locking, release: async () => false }), "cart_1", async () => "done")
    expect(await died).toBe("done")
    expect(await lockCart(containerOf(locking), "cart_1", async () => "again")).toBe("again")
    expect(locking.held.size).toBe(0)
  })

  it("is waited for as long as a completion holds it", async () => {
    const locking = locks()
    locking.held.set("cart_1", "a completion")
    let asked = 0
    const acquire: typeof locking.acquire = async (key, args) => {
      if (++asked === 2) locking.held.delete("cart_1")
      return locking.acquire(key, args)
    }
    expect(await lockCart(containerOf({ ...locking, acquire }), "cart_1", async () => "mine")).toBe("mine")
    expect(asked).toBe(2)
  })
})
