import { randomBytes } from "node:crypto"
import { digestOf, openLink, sealLink } from "../../../../src/modules/lease/calls/one-time-url"

const KEY = randomBytes(32)
const URL_ = "https://pay.operator.example/api/v1/update-order?leaseId=abc&code=s3cret"

describe("a sealed one-time URL", () => {
  const sealed = sealLink(URL_, KEY, "lease_1", "order")
  const changed = sealed.replace(/.(?=.{9}$)/, (one) => (one === "A" ? "B" : "A"))

  it("a sealed URL opens only with its key, lease and purpose", () => {
    expect(openLink(sealed, KEY, "lease_1", "order")).toBe(URL_)
  })

  it("a sealed URL reveals nothing, and is a new text each time", () => {
    expect(sealed).not.toMatch(/operator|code|s3cret/)
    expect(Buffer.from(sealed.split(".")[1] ?? "", "base64url").toString("latin1")).not.toMatch(/operator|s3cret/)
    expect(sealLink(URL_, KEY, "lease_1", "order")).not.toBe(sealed)
  })

  it.each([
    ["another key", () => openLink(sealed, randomBytes(32), "lease_1", "order")],
    ["another lease", () => openLink(sealed, KEY, "lease_2", "order")],
    ["another use", () => openLink(sealed, KEY, "lease_1", "delivery")],
    ["a changed text", () => openLink(changed, KEY, "lease_1", "order")],
    ["half a text", () => openLink(sealed.slice(0, 20), KEY, "lease_1", "order")],
    ["another format", () => openLink(`2${sealed.slice(1)}`, KEY, "lease_1", "order")],
    ["no text", () => openLink("", KEY, "lease_1", "order")],
  ])("is not opened with %s", (_, open) => expect(open()).toBeNull())
})

describe("the digest of a success", () => {
  it("a digest is equal only for equal parts and key", () => {
    const digest = digestOf(["id", undefined, URL_], KEY)
    expect(digestOf(["id", undefined, URL_], KEY)).toBe(digest)
    expect(digestOf(["id", URL_, undefined], KEY)).not.toBe(digest)
    expect(digestOf(["id", undefined, URL_], randomBytes(32))).not.toBe(digest)
    expect(digest).not.toContain("operator")
  })
})
