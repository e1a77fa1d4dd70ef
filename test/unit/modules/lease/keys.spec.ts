import { recipientOf } from "../../../../src/lease-cart"
import {
  CODE_LASTS_MS,
  CODE_TRIES,
  GRANT_LASTS_MS,
  hashCode,
  isCode,
  newCode,
} from "../../../../src/modules/lease/rules/codes"
import {
  differingParts,
  hashIdempotencyKey,
  hashLeaseKey,
  hashRecipient,
  isLeaseKey,
  newLeaseKey,
  newReference,
  signingKey,
} from "../../../../src/modules/lease/rules/keys"
import { requestCountId, requesterOf } from "../../../../src/modules/lease/rules/requester"

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

  it("a hash of other parts, as another version made it, isn't compared", () => {
    const hash = hashRecipient(moved, "secret").split(".").slice(0, -1).join(".")
    expect(differingParts(hash, robin, ["secret"])).toEqual([])
  })

  it("what an earlier version stored or issued still matches", () => {
    expect(signingKey("lease_1", "secret")).toBe("WquIWogi89Pp6m4dV4Qfqy8KX0Gc2_g4601F61oq-1o")
    expect(hashIdempotencyKey("key")).toBe("2c70e12b7a0646f92279f427c7b38e7334d8e5389cff167a1dc30e73f826b683")
    const code = "c71a7e75aab20886e5b1ee984d657e4cab1083500bd4b27f86e409575c97d1ea"
    expect(hashCode("code_1", "12345678", "secret")).toBe(code)
    expect(hashRecipient(robin, "secret")).toMatch(/^486741a0\.92c36ffc86e40e9b\..+\.1e4e9b22f3b87b79$/)
    expect(requesterOf("192.0.2.7", "robin@shopper.example", "secret")).toEqual({
      network: "4b21fc73d61faabc003a5faf7b0ee548bf1674834fc06b91cac0f3f703c02acb",
      mailbox: "0e48d8e561761e5db9e93580f2bec327c0a4eed72041425e968299d8022cc3de",
    })
    expect(requestCountId("192.0.2.7", "about", "secret")).toBe(
      "19cb18ce75a1f16894249e4e16f1ff582c9df966d18dbf7354120c3249d66c07",
    )
  })

  it("a lease key has 256 random bits", () => {
    expect(Buffer.from(newLeaseKey(), "base64url")).toHaveLength(32)
  })
})

describe("a one-time code", () => {
  const hash = hashCode("code_1", "01234567", "secret")

  it("a code has eight digits", () => {
    for (let made = 0; made < 200; made++) expect(newCode()).toMatch(/^\d{8}$/)
  })

  it("a code matches its own request, with any spacing", () => {
    for (const given of ["01234567", "0123 4567", " 01-23-45 67", "\u202a0123\u20114567\u202c"])
      expect(isCode(hash, "code_1", given, "secret")).toBe(true)
    expect(isCode(hash, "code_1", "01234568", "secret")).toBe(false)
    expect(isCode(hash, "code_2", "01234567", "secret")).toBe(false)
    expect(isCode(hash, "code_1", "01234567", "other")).toBe(false)
    expect(isCode(null, "code_1", "01234567", "secret")).toBe(false)
    expect(isCode("short", "code_1", "01234567", "secret")).toBe(false)
  })

  it("a code can be entered five times in twenty minutes, and its browser keeps the approval for a day", () => {
    expect([CODE_TRIES, CODE_LASTS_MS, GRANT_LASTS_MS]).toEqual([5, 20 * 60_000, 24 * 3_600_000])
  })
})
