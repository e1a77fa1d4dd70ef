import fc from "fast-check"
import { mailboxOf, networkOf, requestCountId, requesterOf } from "../../../../src/modules/lease/rules/requester"

describe("a network", () => {
  it.each([
    ["192.0.2.7", "192.0.2.7"],
    ["192.0.2.7:51234", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::FFFF:c000:207", "192.0.2.7"],
    ["0:0:0:0:0:ffff:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:0001:2::1", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["2001:db8::7", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["[2001:db8:1:2::7]:51234", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::7]", "2001:db8:1:2::/64"],
    ["[::ffff:192.0.2.7]:443", "192.0.2.7"],
    ["[fe80::1%eth0]:80", "fe80:0:0:0::/64"],
    ["2001::3:4:5:6:7", "2001:0:0:3::/64"],
    [" 192.0.2.7:80 ", "192.0.2.7"],
    [" [::ffff:192.0.2.7]:443 ", "192.0.2.7"],
    ["", ""],
    ...["unknown", "x192.0.2.7:80", "192.0.2.7:80x", "x[::1]", "[::1]x"].map((text): [string, string] => [text, text]),
  ])("of %s is %s", (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

it("each form of an address belongs to the same network", () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16))
  fc.assert(
    fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), fc.nat(65_535), (groups, port) => {
      const address = groups.join(":")
      const forms = [address.toUpperCase(), groups.map((one) => one.padStart(4, "0")).join(":"), `[${address}]:${port}`]
      const neighbor = [...groups.slice(0, 4), "0", "0", "0", "1"].join(":")
      for (const form of [...forms, `${address}%eth0`, neighbor]) expect(networkOf(form)).toBe(networkOf(address))
      const [first = "", ...others] = groups
      const elsewhere = [(Number.parseInt(first, 16) ^ 0x100).toString(16), ...others].join(":")
      expect(networkOf(elsewhere)).not.toBe(networkOf(address))
    }),
  )
})

describe("a mailbox", () => {
  it.each([
    [" Robin@Shopper.example ", "robin@shopper.example"],
    ["robin+lease@shopper.example", "robin@shopper.example"],
    ["ro.bin@shopper.example", "ro.bin@shopper.example"],
    ["R.o.bin+1@GMail.com", "robin@gmail.com"],
    ["robin@googlemail.com", "robin@gmail.com"],
    ["robin", "robin@"],
    ["@Example.com", "@example.com"],
    ["robin@a@shopper.example", "robin@a@shopper.example"],
    ["ｒｏｂｉｎ@shopper.example\u200b", "robin@shopper.example"],
  ])("of %s is %s", (email, mailbox) => {
    expect(mailboxOf(email)).toBe(mailbox)
  })
})

describe("a requester", () => {
  const of = (address: string, email: string, secret = "secret") => requesterOf(address, email, secret)

  it("requesters are counted by network and mailbox separately", () => {
    const robin = of("192.0.2.7", "robin@shopper.example")
    expect(of("192.0.2.7", "kim@shopper.example").network).toBe(robin.network)
    expect(of("192.0.2.8", "Robin+1@shopper.example").mailbox).toBe(robin.mailbox)
    expect(of("192.0.2.8", "kim@shopper.example")).not.toMatchObject({ network: robin.network })
  })

  it("a requester can't be read back, or recognized with another secret", () => {
    const robin = of("192.0.2.7", "robin@shopper.example")
    expect(JSON.stringify(robin)).toMatch(/^\{"network":"[0-9a-f]{64}","mailbox":"[0-9a-f]{64}"\}$/)
    expect(of("192.0.2.7", "robin@shopper.example", "other").network).not.toBe(robin.network)
  })

  it("requesters without an email address share no mailbox", () => {
    expect(of("192.0.2.7", " ").mailbox).toBe("")
  })

  it("requests are counted per cart", () => {
    expect(requestCountId("192.0.2.7", "cart_1", "secret")).not.toBe(requestCountId("192.0.2.7", "cart_2", "secret"))
    expect(requestCountId("2001:db8::1", "cart_1", "secret")).toBe(requestCountId("2001:db8::2", "cart_1", "secret"))
  })
})
