import {
  hashLeaseKey,
  hashRecipient,
  isLeaseKey,
  mayBeRecipient,
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

  it("names a recipient by a hash that cannot be made without the store's credentials", () => {
    const hash = hashRecipient("Robin", "secret")
    expect(hash).toMatch(/^[0-9a-f]{8}\.[0-9a-f]{64}$/)
    expect(hashRecipient("Robin", "secret")).toBe(hash)
    expect(hashRecipient("Robin", "other")).not.toBe(hash)
    expect(mayBeRecipient(hash, "Robin", ["secret"])).toBe(true)
    expect(mayBeRecipient(hash, "Mallory", ["secret"])).toBe(false)
  })

  it("compares no recipient with a hash that was made with a secret that is gone", () => {
    expect(mayBeRecipient(hashRecipient("Robin", "old"), "Robin", ["new"])).toBe(true)
    expect(mayBeRecipient(hashRecipient("Mallory", "old"), "Robin", ["new"])).toBe(true)
  })

  it("compares one with a hash that was made with an earlier secret that is known", () => {
    expect(mayBeRecipient(hashRecipient("Robin", "old"), "Robin", ["new", "old"])).toBe(true)
    expect(mayBeRecipient(hashRecipient("Mallory", "old"), "Robin", ["new", "old"])).toBe(false)
  })
})
