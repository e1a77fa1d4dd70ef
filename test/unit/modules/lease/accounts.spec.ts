import { Accounts } from "../../../../src/modules/lease/accounts/deps"
import { takes } from "../../../../src/modules/lease/options/accounts"
import type { LeaseOptions } from "../../../../src/modules/lease/options/options"
import { parseOptions } from "../../../../src/modules/lease/options/parse-options"

const loginOf = (name: string) => ({
  ...{ baseUrl: `https://${name}.example`, username: `${name}-store`, password: `${name}-secret` },
  operator: { name: `${name} Leasing`, contact: `${name} phone` },
})
const TOP = loginOf("acorn")
const maple = { id: "maple", for: { region: "reg_ca" }, ...loginOf("maple") }
const oak = { ...maple, id: "oak" }
/** An account with the carts of this region. */
const taking = (region: unknown, account: object = maple) => ({ ...account, for: { region } })
const NO_LOGIN = { username: undefined, password: undefined }
const b2b = { id: "b2b", for: { sales_channel: "sc_1" } }

const parse = (accounts: unknown, top: object = TOP) => parseOptions({ ...top, accounts })
const linesOf = (accounts: unknown, top?: object) => {
  try {
    parse(accounts, top)
    return []
  } catch (error) {
    return (error as Error).message.split("\n").slice(1)
  }
}

const consentTo = (en: string) => ({ version: "7", items: [{ id: "application", required: true, en }] })

describe("option accounts", () => {
  it("one account needs no option accounts", () => {
    expect(parseOptions(TOP)).toMatchObject({ account_id: null, takes: null, others: [] })
    expect(parse([])).toEqual(parseOptions(TOP))
  })

  it("an entry without a baseUrl is another account at the same operator", () => {
    const rest = { dialect: { retry: 1 }, minimum: 50, consent: consentTo("I agree with {operator}.") }
    const [entry] = parse([{ ...b2b, minimum: 500 }], { ...TOP, ...rest }).others
    expect(entry).toMatchObject({
      account_id: "b2b",
      takes: { sales_channel: ["sc_1"] },
      minimum: 500,
      operator: TOP.operator,
      service: { baseUrl: TOP.baseUrl, username: "acorn-store", password: "acorn-secret", dialect: { retry: 1 } },
      consent: { items: [{ text: "I agree with acorn Leasing." }], version: "b2b/7" },
    })
  })

  it("an entry with a login uses no part of the login at the top", () => {
    const [entry] = parse([{ ...b2b, authHash: "YjpjcmV0" }]).others
    expect(entry).toMatchObject({ service: { baseUrl: TOP.baseUrl, authHash: "YjpjcmV0" }, secret: "YjpjcmV0" })
    expect(entry?.service).not.toHaveProperty("username")
  })

  it("an entry with a baseUrl inherits no operator's option", () => {
    const ofOperator = {
      ...{ store: { id: "4711" }, dialect: { retry: 1 }, rate: { perSecond: 1 }, applicationExtras: ["acornExtra"] },
      ...{ contractHosts: ["sign.acorn.example"], allowedOrigins: ["https://sign.acorn.example"] },
      consent: consentTo("Acorn Leasing gets my data."),
    }
    const ofStore = { excludedStates: ["NJ"], captureOn: "delivery", timeoutMs: 9000 }
    const [entry] = parse([maple], { ...TOP, ...ofOperator, ...ofStore }).others
    expect(entry).toMatchObject({
      ...ofStore,
      consent: { version: "maple/default-2" },
    })
    expect(JSON.stringify(entry)).not.toMatch(/acorn/i)
    expect(entry?.rate).toBeUndefined()
  })

  it("if every entry has its own options, the top needs none, and leases no cart", () => {
    const { baseUrl: _baseUrl, username: _username, password: _password, operator: _operator, ...store } = TOP
    const options = parse([maple, taking("reg_us", oak)], { ...store, captureOn: "delivery" })
    expect([options.account_id, ...options.others.map(({ account_id }) => account_id)]).toEqual(["maple", "oak"])
    expect(options.captureOn).toBe("delivery")
  })

  const ofNone = { ...maple, for: undefined }
  const leads = (...entries: [entry: object, secondLook: string][]) =>
    entries.map(([entry, secondLook]) => ({ ...entry, secondLook }))
  it.each<[string, unknown, RegExp, object?]>([
    ["share an id", [maple, maple], /two accounts have the id "maple"\. Change the newer one/i],
    [
      "share a region",
      [maple, oak],
      /"maple" and "oak" both handle carts with the region reg_ca\. Set .*for: \{ region: "…" \}/,
    ],
    [
      "can be meant by one cart",
      [
        { ...maple, for: { region: "r", sales_channel: "sc" } },
        { ...oak, for: { currency: "cad" } },
      ],
      /A cart could match both "maple" and "oak".*Set for: \{ region: "…", sales_channel: "…", currency: "…" \}/,
    ],
    [
      "share some regions",
      [taking(["r1", "r2", "r3"]), taking(["r2", "r3", "r4"], oak)],
      /carts with the region r2, r3\./,
    ],
    ["have no id", [{ ...maple, id: undefined }], /- accounts\.0\.id: Set id:/],
    ...["!maple", "maple!", "Maple"].map((id): [string, unknown, RegExp] => [
      `have the id ${id}`,
      [{ ...maple, id }],
      /- accounts\.0\.id: Set id:/,
    ]),
    ["have an address and no login", [{ ...maple, ...NO_LOGIN }], /- accounts\.maple\.username: .*Set .*username/],
    ["name no operator", [{ ...maple, operator: undefined }], /- accounts\.maple\.operator: Set operator:/],
    ["take nothing", [{ ...maple, for: {} }], /- accounts\.0\.for: Set for:/],
    ...[[], " ", 7].map((region): [string, unknown, RegExp] => [
      `take the region ${JSON.stringify(region)}`,
      [taking(region)],
      /- accounts\.0\.for(\.region)?: Set for:/,
    ]),
    ["take something unknown", [{ ...maple, for: { region: "r", country: "ca" } }], /- accounts\.0\.for/],
    [
      "hold an option of the store",
      [{ ...maple, captureOn: "delivery" }],
      /- accounts\.maple\.captureOn: This option applies to the whole store\. Set it next to accounts\./,
    ],
    ["have an unknown option", [{ ...maple, baseURL: "x" }], /- accounts\.maple\.baseURL: There is no such/],
    ["are no list", { maple }, /- accounts: Set accounts: \[/],
    ["are no objects", [7], /- accounts\.0: Set accounts: \[/],
    ["stand beside an address without a login", [maple], /- username: Set/, NO_LOGIN],
    ["stand beside a login without an address", [maple], /- baseUrl: Set/, { baseUrl: undefined }],
    [
      "have two rates at one login",
      [{ ...b2b, rate: { perSecond: 2 } }],
      /- accounts\.b2b\.rate: Another account uses the same login there.*Set the same rate in both/,
    ],
    ["name an unknown second operator", [maple], /- secondLook: There is no account "oak"/, { secondLook: "oak" }],
    [
      "name each other as second operators",
      leads([maple, "oak"], [taking("r", oak), "maple"]),
      /- accounts\.(maple|oak)\.secondLook: It leads back to "\1"/,
    ],
    ["name themselves second", leads([maple, "maple"]), /- accounts\.maple\.secondLook: It leads back to "maple"/],
    [
      "name each other as second operators in a circle",
      leads([maple, "oak"], [taking("r", oak), "elm"], [taking("e", { ...oak, id: "elm" }), "oak"]),
      /- accounts\.(maple|oak|elm)\.secondLook: It leads back to "(oak|elm)"/,
    ],
    ["have no carts and are no second operator", [ofNone], /- accounts\.maple\.for: Set for:/],
  ])("stops the start when accounts %s, and names the line to write", (_, accounts, line, top = {}) => {
    const lines = linesOf(accounts, { ...TOP, ...top })
    expect(lines).not.toEqual([])
    expect(lines.filter((told) => !line.test(told) || /secret/.test(told))).toEqual([])
  })

  it("a mistake at the top is reported once", () => {
    expect(linesOf([maple, taking("r", oak)], { ...TOP, captureOn: "never" })).toHaveLength(1)
  })

  it("a second operator's account needs no carts of its own", () => {
    const { for: _for, ...second } = maple
    const options = parse([second], { ...TOP, secondLook: "maple" })
    expect(options).toMatchObject({ secondLook: "maple", others: [{ account_id: "maple", takes: { region: [] } }] })
    expect(options.others[0]?.secondLook).toBeUndefined()
    const ofB2b = { ...b2b, secondLook: "maple" }
    for (const entries of [
      [ofB2b, second],
      [second, ofB2b],
    ])
      expect(parse(entries).others.map(({ takes }) => takes)).toContainEqual({ sales_channel: ["sc_1"] })
    expect(parse([second, b2b], { ...TOP, secondLook: "maple" }).others[1]?.secondLook).toBeUndefined()
  })

  it("accounts with different addresses or logins may have different rates", () => {
    const { baseUrl: _baseUrl, ...login } = TOP
    const atMaple = { ...maple, ...login, for: { sales_channel: "sc_2" }, rate: { perSecond: 2 } }
    const other = { ...b2b, authHash: "YjpjcmV0", rate: { perSecond: 3 } }
    expect(linesOf([atMaple, other], { ...TOP, rate: { perSecond: 1 } })).toEqual([])
  })
})

describe("the account of a cart", () => {
  it("an account's cart matches every member of `for`", () => {
    const wanted = { region: ["reg_ca"], currency: ["cad"] }
    expect(takes(wanted, { region_id: "reg_ca", currency_code: "CAD" })).toBe(true)
    expect(takes(wanted, { region_id: "reg_ca", currency_code: "usd" })).toBe(false)
    expect(takes(wanted, { currency_code: "cad" })).toBe(false)
    expect(takes({ sales_channel: ["a", "b"] }, { sales_channel_id: "b" })).toBe(true)
    expect(parse([{ ...maple, for: { currency: ["CAD"] } }]).others[0]?.takes).toEqual({ currency: ["cad"] })
  })

  const open = (options: LeaseOptions) => {
    const account = (own: LeaseOptions) => ({ account_id: own.account_id, options: own }) as Accounts["all"][number]
    return new Accounts([options, ...options.others].map(account), () => ({ ...account(options), breaker: null }))
  }

  it("a cart that no entry matches belongs to the account at the top, if there is one", () => {
    expect(open(parse([maple])).taking({ region_id: "reg_us" })?.account_id).toBeNull()
    expect(open(parse([maple], {})).taking({ region_id: "reg_us" })).toBeNull()
  })

  it("a cart's account is found among a hundred", () => {
    const many = Array.from({ length: 100 }, (_, place) => ({
      ...maple,
      id: `a${place}`,
      for: { region: `r${place}` },
    }))
    const accounts = open(parse(many, {}))
    expect(accounts.taking({ region_id: "r99" })?.account_id).toBe("a99")
  })
})
