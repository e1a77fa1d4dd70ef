import { takes } from "../../../../src/modules/lease/options/accounts"
import type { LeaseOptions } from "../../../../src/modules/lease/options/options"
import { parseOptions } from "../../../../src/modules/lease/options/parse-options"
import { Accounts } from "../../../../src/modules/lease/status/accounts"

const TOP = {
  baseUrl: "https://acorn.example",
  username: "acorn-store",
  password: "acorn-secret",
  operator: { name: "Acorn Leasing", contact: "acorn phone" },
}
const MAPLE = {
  baseUrl: "https://maple.example",
  username: "maple-store",
  password: "maple-secret",
  operator: { name: "Maple Leasing", contact: "maple phone" },
}
const maple = { id: "maple", for: { region: "reg_ca" }, ...MAPLE }

const parse = (accounts: unknown, top: object = TOP) => parseOptions({ ...top, accounts })
const linesOf = (accounts: unknown, top?: object) => {
  try {
    parse(accounts, top)
    return []
  } catch (error) {
    return (error as Error).message.split("\n").slice(1)
  }
}

describe("option accounts", () => {
  it("is not needed by one account", () => {
    expect(parseOptions(TOP)).toMatchObject({ account: null, takes: null, others: [] })
    expect(parse([])).toEqual(parseOptions(TOP))
  })

  it("makes an entry without a baseUrl another account at the same operator", () => {
    const rest = { wire: { retry: 1 }, minimum: 50, consent: { en: "I agree with {operator}.", version: "7" } }
    const [entry] = parse([{ id: "b2b", for: { sales_channel: "sc_1" }, minimum: 500 }], { ...TOP, ...rest }).others
    expect(entry).toMatchObject({
      account: "b2b",
      takes: { sales_channel: ["sc_1"] },
      minimum: 500,
      operator: TOP.operator,
      service: { baseUrl: TOP.baseUrl, username: "acorn-store", password: "acorn-secret", wire: { retry: 1 } },
      consent: { text: "I agree with Acorn Leasing.", version: "b2b/7" },
    })
  })

  it("uses no part of the login at the top where an entry names one", () => {
    const [entry] = parse([{ id: "b2b", for: { sales_channel: "sc_1" }, authHash: "YjpjcmV0" }]).others
    expect(entry?.service).toMatchObject({ baseUrl: TOP.baseUrl, authHash: "YjpjcmV0" })
    expect(entry?.service).not.toHaveProperty("username")
  })

  it("gives an entry with a baseUrl nothing that is another operator's", () => {
    const ofOperator = {
      store: { id: "4711" },
      wire: { retry: 1 },
      contractHosts: ["sign.acorn.example"],
      consent: { en: "Acorn Leasing gets my data.", version: "7" },
      allowedOrigins: ["https://sign.acorn.example"],
      rate: { perSecond: 1 },
      applicationExtras: ["acornExtra"],
    }
    const [entry] = parse([maple], { ...TOP, ...ofOperator, excludedStates: ["NJ"], captureOn: "delivery" }).others
    expect(entry).toMatchObject({
      excludedStates: ["NJ"],
      captureOn: "delivery",
      consent: { version: "maple/default-2" },
    })
    expect(JSON.stringify(entry)).not.toMatch(/acorn/i)
    expect(entry?.rate).toBeUndefined()
  })

  it("stops the start of an address without a login of its own", () => {
    const { username: _username, password: _password, ...noLogin } = maple
    expect(linesOf([noLogin])).toEqual([expect.stringMatching(/- accounts\.maple\.username: .*Write .*username/)])
    const { operator: _operator, ...nameless } = maple
    expect(linesOf([nameless])).toEqual([expect.stringContaining("- accounts.maple.operator: Write operator:")])
  })

  it("needs nothing at the top where every entry has its own, and then takes no other cart", () => {
    const { baseUrl: _baseUrl, username: _username, password: _password, operator: _operator, ...store } = TOP
    const options = parse([maple, { ...maple, id: "oak", for: { region: "reg_us" } }], {
      ...store,
      captureOn: "delivery",
    })
    expect([options.account, ...options.others.map(({ account }) => account)]).toEqual(["maple", "oak"])
    expect(options.captureOn).toBe("delivery")
  })

  it.each([
    [
      "share an id",
      [maple, { ...maple, for: { region: "reg_2" } }],
      /two accounts have the id "maple". Write another/i,
    ],
    [
      "take one region twice",
      [maple, { ...maple, id: "oak" }],
      /"maple" and "oak" both take carts of region reg_ca. Write .*for: \{ region: "…" \}/,
    ],
    [
      "can be meant by one cart",
      [maple, { ...maple, id: "oak", for: { currency: "cad" } }],
      /One cart may be meant for both "maple" and "oak".*Write for: \{ region: "…", currency: "…" \}/,
    ],
    [
      "share one of several values",
      [
        { ...maple, for: { region: ["r1", "r2"] } },
        { ...maple, id: "oak", for: { region: ["r2", "r3"] } },
      ],
      /carts of region r2\b/,
    ],
    ["have no id", [{ ...maple, id: undefined }], /- accounts\.0\.id: Write id:/],
    ["have an id that is no name", [{ ...maple, id: "Maple Leasing!" }], /- accounts\.0\.id: Write id:/],
    ["take nothing", [{ ...maple, for: {} }], /- accounts\.0\.for: Write for:/],
    ["take something unknown", [{ ...maple, for: { region: "r", country: "ca" } }], /- accounts\.0\.for/],
    [
      "hold an option of the store",
      [{ ...maple, captureOn: "delivery" }],
      /- accounts\.maple\.captureOn: The whole store has one\. Write it beside accounts\./,
    ],
    [
      "hold an option that there is not",
      [{ ...maple, baseURL: "x" }],
      /- accounts\.maple\.baseURL: There is no such option/,
    ],
    ["are no list", { maple }, /- accounts.*Write accounts: \[/],
    [
      "have two rates at one login",
      [{ id: "b", for: { region: "r" }, rate: { perSecond: 2 } }],
      /- accounts\.b\.rate: Another account logs in there in the same way.*Write the same rate in both/,
    ],
  ])("stops the start when accounts %s, and names the line to write", (_, accounts, line) => {
    const lines = linesOf(accounts)
    expect(lines).toEqual([expect.stringMatching(line)])
    expect(lines.join()).not.toMatch(/secret/)
  })

  it("may name a second look, which need not take carts of its own", () => {
    const { for: _for, ...second } = maple
    const options = parse([second], { ...TOP, secondLook: "maple" })
    expect(options).toMatchObject({ secondLook: "maple", others: [{ account: "maple", takes: { region: [] } }] })
    expect(options.others[0]?.secondLook).toBeUndefined()
  })

  it.each([
    ["leads nowhere", { secondLook: "oak" }, [maple], /- secondLook: There is no account "oak"/],
    [
      "leads back",
      {},
      [
        { ...maple, secondLook: "oak" },
        { ...maple, id: "oak", for: { region: "r" }, secondLook: "maple" },
      ],
      /- accounts\.maple\.secondLook: It leads back to "maple"/,
    ],
    [
      "leads to itself",
      {},
      [{ ...maple, secondLook: "maple" }],
      /- accounts\.maple\.secondLook: It leads back to "maple"/,
    ],
    [
      "is missing for an account without carts",
      {},
      [{ ...maple, for: undefined }],
      /- accounts\.maple\.for: Write for:/,
    ],
  ])("stops the start when a second look %s", (_, top, accounts, line) => {
    expect(linesOf(accounts, { ...TOP, ...top })[0]).toMatch(line)
  })

  it("tells a mistake at the top once", () => {
    expect(linesOf([maple, { id: "b", for: { region: "r" } }], { ...TOP, captureOn: "never" })).toEqual([
      expect.stringContaining("- captureOn: Write captureOn"),
    ])
  })
})

describe("the account of a cart", () => {
  it("fits every member of its `for`", () => {
    const wanted = { region: ["reg_ca"], currency: ["cad"] }
    expect(takes(wanted, { region_id: "reg_ca", currency_code: "CAD" })).toBe(true)
    expect(takes(wanted, { region_id: "reg_ca", currency_code: "usd" })).toBe(false)
    expect(takes(wanted, { currency_code: "cad" })).toBe(false)
    expect(takes({ sales_channel: ["a", "b"] }, { sales_channel_id: "b" })).toBe(true)
  })

  const open = (options: LeaseOptions) => {
    const account = (own: LeaseOptions) => ({ account: own.account, options: own }) as Accounts["all"][number]
    return new Accounts([options, ...options.others].map(account), () => account(options))
  }

  it("is the one at the top where none is named, if the top is one", () => {
    expect(open(parse([maple])).taking({ region_id: "reg_us" })?.account).toBeNull()
    expect(open(parse([maple], {})).taking({ region_id: "reg_us" })).toBeNull()
  })

  it("is found among a hundred", () => {
    const many = Array.from({ length: 100 }, (_, place) => ({
      ...maple,
      id: `a${place}`,
      for: { region: `r${place}` },
    }))
    const accounts = open(parse(many, {}))
    expect(accounts.taking({ region_id: "r99" })?.account).toBe("a99")
  })
})
