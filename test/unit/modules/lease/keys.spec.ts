import { recipientOf } from "../../../../src/lease-cart"
import {
  differingParts,
  hashLeaseKey,
  hashRecipient,
  isLeaseKey,
  newLeaseKey,
  newReference,
} from "../../../../src/modules/lease/rules/keys"

describe("keys and names", () => {
  it("makes references that can be read out on the telephone", () => {
    for (let made = 0; made < 200; made++) expect(newReference()).toMatch(/^L-[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$/)
  })

  it("knows a lease key by its hash, and no other", () => {
    const [key, other] = [newLeaseKey(), newLeaseKey()]
    expect(isLeaseKey(key, [hashLeaseKey(other), hashLeaseKey(key)])).toBe(true)
    expect(isLeaseKey(other, [hashLeaseKey(key)])).toBe(false)
    expect(isLeaseKey(hashLeaseKey(key), [hashLeaseKey(key)])).toBe(false)
    expect(isLeaseKey(undefined, [hashLeaseKey(key)])).toBe(false)
    expect(isLeaseKey("", [])).toBe(false)
  })

  const robin = recipientOf({
    email: "robin@shopper.example",
    shipping_address: { first_name: "Robin", city: "Austin" },
  })
  const moved = { ...robin, city: "dallas", phone: "5125550147" }

  it("names a recipient by hashes of its parts, which cannot be made without the store's credentials", () => {
    const hash = hashRecipient(robin, "secret")
    expect(hash).toMatch(/^[0-9a-f]{8}(\.[0-9a-f]{16}){8}$/)
    expect(hashRecipient(robin, "secret")).toBe(hash)
    expect(hashRecipient(robin, "other")).not.toBe(hash)
    expect(differingParts(hash, robin, ["secret"])).toEqual([])
    expect(differingParts(hash, moved, ["secret"])).toEqual(["city", "phone"])
  })

  it("two parts of one text have different hashes", () => {
    const [, ...parts] = hashRecipient({ ...robin, city: "robin", name: "robin" }, "secret").split(".")
    expect(new Set(parts).size).toBe(parts.length)
  })

  it("compares no recipient with a hash that was made with a secret that is gone", () => {
    expect(differingParts(hashRecipient(moved, "old"), robin, ["new"])).toEqual([])
  })

  it("compares one with a hash that was made with an earlier secret that is known", () => {
    expect(differingParts(hashRecipient(robin, "old"), robin, ["new", "old"])).toEqual([])
    expect(differingParts(hashRecipient(moved, "old"), robin, ["new", "old"])).toEqual(["city", "phone"])
  })
})
