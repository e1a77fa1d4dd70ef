import { withoutCredentials } from "../../../../src/modules/lease/options/options"
import { parseOptions } from "../../../../src/modules/lease/options/parse-options"

const GOOD = {
  baseUrl: "https://leases.example/prefix",
  username: "shop",
  password: "a secret of the shop",
  operator: { name: "Leasing", contact: "help@leasing.example" },
}
const SHOPPERS = { store: "Harbor", link: "https://shop.example/checkout?cart={cartId}" }
const errorOf = (options: Record<string, unknown>): string => {
  try {
    parseOptions(options)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error("these options were accepted")
}
const linesOf = (options: Record<string, unknown>) => errorOf(options).split("\n").slice(1)
/** The library's messages don't help a merchant. */
const OURS = /\b(?:Set|Use|Remove|remove|List|must)\b/

describe("the plugin's options", () => {
  it("the options may contain the connection settings that Medusa adds to every module", () => {
    expect(() => parseOptions({ ...GOOD, database: { clientUrl: "postgres://…" } })).not.toThrow()
  })

  it("all missing options are named at once, each with the line to write", () => {
    const error = errorOf({})
    expect(error).toContain("- baseUrl: Set baseUrl:")
    expect(error).toContain("- username: Set username and password, or only authHash.")
    expect(error).toContain("- operator: Set operator:")
  })

  it.each([
    ["baseUrl", { baseUrl: "leases.example" }],
    ["baseUrl", { baseUrl: "https://leases.example/api/v2" }],
    ["username", { authHash: "abc" }],
    ["username", { password: undefined }],
    ["timeoutMs", { timeoutMs: "45s" }],
    ["allowedOrigins.0", { allowedOrigins: ["https://sign.example/path"] }],
    ["maxAttemptsPerDay", { maxAttempts: 20 }],
    ["abandonAfter", { placeOrderAfter: 86_400_000 }],
    ["allowedOrigins", { allowedOrigins: "https://sign.example" }],
    ["analytics", { analytics: 1 }],
    ["requireTotal", { requireTotal: "yes" }],
    ["holdCalls", { holdCalls: 1 }],
    ["contractLanguages", { contractLanguages: "en" }],
    ["contractLanguages", { contractLanguages: [] }],
    ["beforeContract", { beforeContract: "shop" }],
    ["secondLook", { secondLook: 7 }],
    ["contractLink", { contractLink: "https://shop.example/lease" }],
    ["contractLink", { contractLink: "https://shop.example/lease#{cartId}" }],
    ["invoiceFrom", { invoiceFrom: ["Harbor & Home", "200 Harbor Drive"] }],
    ["invoiceFrom", { invoiceFrom: " \n " }],
    ["operator.invoiceAddress", { operator: { ...GOOD.operator, invoiceAddress: 7 } }],
    ["notices", { notices: {} }],
    ["notices.shoppers.store", { notices: { shoppers: { link: "https://shop.example" } } }],
    ["notices.shoppers.link", { notices: { shoppers: { store: "Harbor" } } }],
    ["notices.shoppers.link", { notices: { shoppers: { store: "Harbor", link: "shop.example" } } }],
    ["notices.shoppers.orderLink", { notices: { shoppers: { ...SHOPPERS, orderLink: "shop.example" } } }],
    ["notices.staff.to", { notices: { staff: { to: [] } } }],
    ["notices.staff.to", { notices: { staff: { to: "a@shop.example" } } }],
    ["notices.staff.to.0", { notices: { staff: { to: ["Robin"] } } }],
    ["notices.staff.every", { notices: { staff: { to: ["a@shop.example"], every: 59_999 } } }],
    ["notices.mail", { notices: { mail: true, shoppers: SHOPPERS } }],
    ["rate", { rate: {} }],
    ["rate", { rate: 5 }],
    ["rate.perSecond", { rate: { perSecond: 0 } }],
    ["rate.perSecond", { rate: { perSecond: 10_001 } }],
    ["rate.concurrent", { rate: { perSecond: 5, concurrent: 1.5 } }],
    ["rate.perMinute", { rate: { perSecond: 5, perMinute: 100 } }],
    ["alertAfterDays", { alertAfterDays: 7 }],
    ["alertAfterDays.shipped", { alertAfterDays: { shipped: 0 } }],
    ["alertAfterDays.signed", { alertAfterDays: { signed: 366 } }],
    ["alertAfterDays.signed", { alertAfterDays: { signed: true } }],
    ["alertAfterDays.delivered", { alertAfterDays: { delivered: 7 } }],
    ["consent.version", { consent: { items: [{ id: "application", required: true, en: "I agree." }] } }],
    ["salesTax", { cartFormat: "reference" }],
    ["product.condition", { product: { condition: { value: "shiny" } } }],
    ["baseURL, userName", { baseURL: "https://leases.example", userName: "shop" }],
    ["sendTracking", { sendTracking: false }],
    ["sendTracking.carriers.Ground", { sendTracking: { carriers: { Ground: "" } } }],
    ["dialect.nonsense", { dialect: { nonsense: true } }],
  ])("the error names %s when it is wrong", (name, change) => {
    expect(linesOf({ ...GOOD, ...change })).toEqual([expect.stringMatching(OURS)])
    expect(errorOf({ ...GOOD, ...change })).toContain(`- ${name}: `)
  })

  it.each([
    ["requestTimeoutMs", 9999, "50000 (milliseconds, 10000 to 300000)."],
    ["placeOrderAfter", 9999, "120000 (milliseconds, 10000 or more)."],
    ["abandonAfter", 10_000.5, "86400000 (milliseconds, 10000 or more)."],
    ["approvalDays", 3651, "90 (days, 1 to 3650)."],
    ["maxAttempts", 0, "3 (1 or more)."],
    ["maxAttemptsPerDay", 1.5, "10 (1 or more)."],
    ["retentionDays", 29, "730 (days, 30 to 36500)."],
    ["trustedProxies", -1, "1 (proxies in front of Medusa, 0 or more)."],
    ["mode", 7, '"live" or mode: "test".'],
    ["captureOn", 7, '"order" or captureOn: "delivery".'],
    ["onRecipientChange", 7, '"refuse" or onRecipientChange: "hold".'],
    ["confirmDeliveryOn", 7, '"delivered", confirmDeliveryOn: "shipped" or confirmDeliveryOn: "manual".'],
  ])("%s can't be %j: the line to write lists the possible values", (name, value, line) => {
    expect(linesOf({ ...GOOD, [name]: value })).toEqual([`  - ${name}: Set ${name}: ${line}`])
  })

  it.each([
    { requestTimeoutMs: 300_000, maxAttempts: 1, maxAttemptsPerDay: 1, placeOrderAfter: 10_000, abandonAfter: 10_001 },
    { contractLanguages: ["es"], sendTracking: true },
    { contractLanguages: ["es", "en"], sendTracking: { carriers: { Ground: "UPS" } } },
    { rate: { perSecond: 0.1 }, contractLink: "http://localhost/?cart={cartId}" },
    { rate: { perSecond: 10_000, concurrent: 4 }, contractLink: "https://shop.example/{cartId}" },
    {
      rate: { concurrent: 1 },
      notices: { staff: { to: ["a@shop.example"], every: 60_000, link: "https://a.example" } },
    },
    { alertAfterDays: { shipped: 1, signed: 365 } },
    { alertAfterDays: { shipped: false, signed: false } },
    { notices: { shoppers: SHOPPERS } },
    {
      invoiceFrom: "Harbor & Home\n200 Harbor Drive",
      operator: { ...GOOD.operator, invoiceAddress: "1 Oak Street\nAustin" },
    },
    { notices: { shoppers: { ...SHOPPERS, orderLink: "https://shop.example/order/{orderId}" } } },
  ])("the options may be %j", (options) => expect(parseOptions({ ...GOOD, ...options })).toMatchObject(options))

  it("an account runs with a maximum that the ledger can hold, and shows no credentials", () => {
    const staff = { to: ["a@shop.example"] }
    const options = parseOptions({ ...GOOD, maximum: 99_999_999, notices: { staff }, baseUrl: "http://localhost:1" })
    const { service, secret, others: _others, ...rest } = options
    expect(rest).toMatchObject({ maximum: 21_474_836.47, loopback: true, notices: { staff: { every: 3_600_000 } } })
    expect([service.timeoutMs, service.cartFormat, secret]).toEqual([45_000, "spec", "shop:a secret of the shop"])
    expect(withoutCredentials(options)).toStrictEqual(rest)
    expect(parseOptions({ ...GOOD, minimum: 1, maximum: 2 }).maximum).toBe(2)
  })

  it("each account has its own days until an alert about a missing delivery, and each of them a default", () => {
    const alertAfterDays = { shipped: 3 }
    const two = { alertAfterDays, accounts: [{ id: "maple", for: { currency: "cad" }, alertAfterDays: { signed: 5 } }] }
    const { others, ...first } = parseOptions({ ...GOOD, ...two })
    const days = [parseOptions(GOOD), first, ...others].map((account) => account.alertAfterDays)
    expect(days).toEqual([
      ...[
        { shipped: 7, signed: 21 },
        { shipped: 3, signed: 21 },
        { shipped: 7, signed: 5 },
      ],
    ])
  })

  it("no option error repeats a secret", () => {
    expect(errorOf({ ...GOOD, mode: "nonsense" })).not.toContain("secret")
  })
})

describe("the widget option", () => {
  const WIDGET = {
    scriptUrl: "https://cdn.operator.example/widget.js",
    oneTimeHosts: ["Pay.Operator.example", "pay.operator.example:8443"],
    encryptionKey: "0f".repeat(32),
  }
  const parse = (change: object) => parseOptions({ ...GOOD, widget: { ...WIDGET, ...change } })

  it("no widget is offered without the option", () => expect(parseOptions(GOOD)).not.toHaveProperty("widget"))

  it("the widget's key is kept separate, in each notation", () => {
    const { widget, linkKey } = parse({})
    expect(widget).toEqual({
      scriptUrl: WIDGET.scriptUrl,
      startFunction: "startLeaseCheckout",
      extra: {},
      oneTimeHosts: ["pay.operator.example:443", "pay.operator.example:8443"],
    })
    expect(linkKey?.toString("hex")).toBe(WIDGET.encryptionKey)
    for (const encryptionKey of [linkKey?.toString("base64"), WIDGET.encryptionKey.toUpperCase()])
      expect(parse({ encryptionKey }).linkKey).toEqual(linkKey)
    expect(withoutCredentials(parse({}))).not.toHaveProperty("linkKey")
  })

  it("the widget may have a script on this machine, and a selector for each field of the card", () => {
    const fields = ["cardNumber", "cvv", "expiration", "name", "address", "city", "state", "zip"]
    const siteConfig = Object.fromEntries(fields.map((field) => [field, `#${field}`]))
    const given = { siteConfig, scriptUrl: "http://localhost:9000/w.js", startFunction: "shop.start", extra: { a: 1 } }
    expect(parse(given).widget).toMatchObject(given)
  })

  const BASE64 = `${"A".repeat(43)}=`
  const OWN = ["cart", "customer", "siteConfig", "onSuccess", "onCancel", "onFailure", "onApproved"]
  it.each<[string, object, string?]>([
    ...[...OWN, "onApplicationSubmitResponse"].map((key): [string, object, string] => [
      "extra",
      { extra: { [key]: 1 } },
      `Remove ${OWN.join(", ")}, onApplicationSubmitResponse from extra, because the plugin sets them.`,
    ]),
    ...[`!${BASE64}`, `${BASE64}!`, `${"0f".repeat(32)}0`].map((encryptionKey): [string, object] => [
      "encryptionKey",
      { encryptionKey },
    ]),
    ["extra", { extra: { total: 1n } }, "with values that JSON can represent."],
    ["extra", { extra: "none" }],
    ["siteConfig", { siteConfig: "none" }, "cardNumber, cvv, expiration, name, address, city, state, zip."],
    ["scriptUrl", { scriptUrl: "https://shop@cdn.operator.example/w.js" }],
    ["scriptUrl", { scriptUrl: "https://:word@cdn.operator.example/w.js" }],
    ["startFunction", { startFunction: "1.start" }],
    ["scriptUrl", { scriptUrl: "http://cdn.operator.example/widget.js" }],
    ["scriptUrl", { scriptUrl: "widget.js" }],
    ["startFunction", { startFunction: "alert(1)" }],
    ["siteConfig.pin", { siteConfig: { pin: "#pin" } }],
    ["oneTimeHosts", { oneTimeHosts: [] }],
    ["oneTimeHosts", { oneTimeHosts: undefined }],
    ["oneTimeHosts.0", { oneTimeHosts: ["https://pay.operator.example/"] }],
    ["oneTimeHosts.0", { oneTimeHosts: ["10.0.0.1"] }],
    ["oneTimeHosts.0", { oneTimeHosts: ["*.operator.example"] }, 'because "*" does not match anything.'],
    ["oneTimeHosts.0", { oneTimeHosts: [7] }],
    ["encryptionKey", { encryptionKey: undefined }],
    ["encryptionKey", { encryptionKey: "too short and a secret" }],
  ])("a wrong %s is named with the line to write (%#)", (name, change, says = "") => {
    const message = errorOf({ ...GOOD, widget: { ...WIDGET, ...change } })
    expect(message).toContain(`- widget.${name}: `)
    expect(message.split("\n").slice(1)).toEqual([expect.stringMatching(OURS)])
    expect(message).toContain(says)
    expect(message).not.toContain("too short and a secret")
  })
})
