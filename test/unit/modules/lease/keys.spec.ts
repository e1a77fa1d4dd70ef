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
  it("references can be read out on the telephone", () => {
    for (let made = 0; made < 200; made++) expect(newReference()).toMatch(/^L-[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$/)
  })

  it("only the right lease key matches its hash", () => {
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

  it("a recipient's part hashes can't be made without the store's secret", () => {
    const hash = hashRecipient(robin, "secret")
    expect(hash).toMatch(/^[0-9a-f]{8}(\.[0-9a-f]{16}){8}$/)
    expect(hashRecipient(robin, "secret")).toBe(hash)
    expect(hashRecipient(robin, "other")).not.toBe(hash)
    expect(differingParts(hash, robin, ["secret"])).toEqual([])
    expect(differingParts(hash, moved, ["secret"])).toEqual(["city", "phone"])
  })

  it("two parts with the same text have different hashes", () => {
    const [, ...parts] = hashRecipient({ ...robin, city: "robin", name: "robin" }, "secret").split(".")
    expect(new Set(parts).size).toBe(parts.length)
  })

  it("a hash made with a lost secret isn't compared", () => {
    expect(differingParts(hashRecipient(moved, "old"), robin, ["new"])).toEqual([])
  })

  it("a hash made with a known earlier secret is compared", () => {
    expect(differingParts(hashRecipient(robin, "old"), robin, ["new", "old"])).toEqual([])
    expect(differingParts(hashRecipient(moved, "old"), robin, ["new", "old"])).toEqual(["city", "phone"])
  })
})
