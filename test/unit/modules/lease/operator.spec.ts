import { contactOf, describeConnection, forShoppers, staffParams } from "../../../../src/modules/lease/options/operator"

const OPERATOR = { name: "Acorn Leasing", contact: "help@acorn.example" }
const PORTAL = "https://portal.example/leases/{applicationId}"
const HOME = "https://portal.example"

it.each<
  [object, application: string | null, hosted: string | null, contact: string, id: string | null, portal: string | null]
>([
  [{}, null, null, OPERATOR.contact, null, null],
  [{ merchantContact: "stores@acorn.example" }, "APP 1", null, "stores@acorn.example", "APP 1", null],
  [{ portalUrl: PORTAL }, "APP 1", "H2", OPERATOR.contact, "APP 1", "https://portal.example/leases/APP%201"],
  [{ portalUrl: PORTAL }, null, "H2", OPERATOR.contact, "H2", "https://portal.example/leases/H2"],
  [{ portalUrl: PORTAL }, null, null, OPERATOR.contact, null, null],
  [{ portalUrl: HOME }, null, null, OPERATOR.contact, null, HOME],
])(
  "staff ask the operator %j about application %j and hosted lease %j",
  (more, application_id, hosted_id, contact, id, portal) => {
    const operator = { ...OPERATOR, ...more }
    expect(contactOf(operator, { application_id, hosted_id })).toEqual({ name: OPERATOR.name, contact, id, portal })
    const whom = `${OPERATOR.name} (${contact}${id === null ? "" : `, ID ${id}`})`
    const params = staffParams({ options: { operator } }, { application_id, hosted_id })
    expect(params).toEqual({ operator: OPERATOR.name, whom })
  },
)

it("shoppers get nothing meant for staff", () => {
  const forStaff = { merchantContact: "stores@acorn.example", portalUrl: HOME, invoiceAddress: "1 Oak Street" }
  expect(forShoppers({ ...OPERATOR, ...forStaff })).toEqual(OPERATOR)
})

it.each<[object, string, string | null, string | null]>([
  [{ username: "shop", password: "secret-password" }, "password", "shop", "rd"],
  [{ username: "shop", password: "8=signs!" }, "password", "shop", "s!"],
  [{ username: "shop", password: "7 signs" }, "password", "shop", null],
  [{ authHash: "c2hvcDpzZWNyZXQ=" }, "hash", null, "XQ"],
])("only the end of the connection's secret is shown (%#)", (secret, login, username, ends) => {
  const connection = describeConnection({ baseUrl: "https://api.leasing.example/shop/", ...secret })
  expect(connection).toEqual({ address: "https://api.leasing.example/shop", loopback: false, login, username, ends })
})
