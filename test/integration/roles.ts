import { ContainerRegistrationKeys, generateJwtToken, Modules } from "@medusajs/framework/utils"
import { ledgerDepsOf } from "../../src/modules/lease"
import type { Http } from "./support/http"
import { LeaseDashboard } from "./support/lease-dashboard"
import { storeRules } from "./support/lease-store"

const ROUTES = "/admin/lease-to-own"

/** Who may do what where Medusa's roles are in use. */
export const roles = storeRules("roles", (store) => {
  const dashboard = new LeaseDashboard(store)

  type Rbac = {
    listRbacPolicies(filters: object): Promise<{ id: string; key: string }[]>
    createRbacRoles(role: object): Promise<{ id: string }>
    createRbacRolePolicies(links: object[]): Promise<unknown>
  }

  /** A dashboard user whose only role has these rights. */
  async function personWith(...rights: string[]): Promise<Http> {
    const [user] = await store.container.resolve(Modules.USER).listUsers()
    const role = await roleWith(...rights)
    const actor = { actor_id: user?.id, actor_type: "user", auth_identity_id: "" }
    const claims = { ...actor, app_metadata: { user_id: user?.id, roles: [role.id] } }
    const token = generateJwtToken(claims, { secret: "demo", expiresIn: "1h" })
    return store.http.with({ authorization: `Bearer ${token}` })
  }

  async function roleWith(...rights: string[]): Promise<{ id: string }> {
    const rbac = store.container.resolve<Rbac>(Modules.RBAC)
    const policies = await rbac.listRbacPolicies({ key: rights })
    expect(policies.map(({ key }) => key).sort()).toEqual([...rights].sort())
    const role = await rbac.createRbacRoles({ name: rights.join() || "none" })
    if (policies.length)
      await rbac.createRbacRolePolicies(policies.map(({ id }) => ({ role_id: role.id, policy_id: id })))
    return role
  }

  it("roles with the right can see leases, and act on them", async () => {
    const orderId = await dashboard.placed()
    const card = `${ROUTES}/orders/${orderId}`
    const action = `${ROUTES}/leases/${(await dashboard.lease(orderId)).id}/actions/cancel_contract`

    const invoice = `${ROUTES}/leases/${(await dashboard.lease(orderId)).id}/invoice`
    const support = `${ROUTES}/leases/${(await dashboard.lease(orderId)).id}/support`

    const stranger = await personWith("order:read", "order:update")
    for (const path of [
      card,
      invoice,
      support,
      ...[
        "leases",
        "alerts",
        "customers/cus_1",
        "regions/reg_1",
        "setup",
        "leases/export",
        "waiting",
        "funnel",
        "health",
      ].map((each) => `${ROUTES}/${each}`),
    ])
      expect([path, (await stranger.get(path)).status]).toEqual([path, 403])
    expect((await stranger.post(action)).status).toBe(403)
    const { reference } = await dashboard.lease(orderId)
    const found = async (person: Http, q = reference) =>
      (await person.get(`/admin/search?entity[]=lease&q=${q}`)).body.results[0].count
    expect(await found(stranger)).toBe(0)

    const reader = await personWith("lease:read")
    expect(await found(reader)).toBe(1)
    expect((await reader.get(support)).status).toBe(200)
    // Names come from orders, so only users who may read orders see them.
    expect(await found(reader, "sample")).toBe(0)
    const bookkeeper = await personWith("lease:read", "order:read")
    expect(await found(bookkeeper, "sample")).toBe(1)
    // The invoice has the address from the order.
    expect(await reader.get(invoice)).toMatchObject({ status: 403, body: { code: "not_permitted" } })
    expect((await bookkeeper.get(invoice)).body).toMatchObject({ invoice: { shipped_to: { name: "Robin Sample" } } })
    expect((await reader.get(`${ROUTES}/regions/${store.shop.regionId}`)).body.region.can_write).toBe(false)
    const { actions } = (await reader.get(card)).body.lease
    expect(actions.cancel_contract).toMatchObject({ allowed: false, reason: "not_permitted" })
    const mayAct = async (person: Http) => (await person.get(`${ROUTES}/leases`)).body.can_act
    expect(await mayAct(reader)).toBe(false)
    expect((await reader.post(action)).body).toMatchObject({ result: "refused", refusal: { code: "not_permitted" } })
    expect(await reader.post(`${ROUTES}/connection-check`)).toMatchObject({ status: 403 })
    const check = `${ROUTES}/alerts/money_differs/check`
    expect((await reader.get(`${ROUTES}/alerts`)).body.can_act).toBe(false)
    for (const refused of [await reader.post(check), await reader.delete(check), await stranger.delete(check)])
      expect(refused.status).toBe(403)
    // A user who can't fix the connection doesn't even see the end of the secret.
    const hidden = { can_check: false, connection: { ends: null } }
    expect((await reader.get(`${ROUTES}/setup`)).body).toMatchObject(hidden)

    const clerk = await personWith("lease:read", "lease:act")
    expect(await mayAct(clerk)).toBe(true)
    expect([(await clerk.post(check)).status, (await clerk.delete(check)).status]).toEqual([200, 200])
    const shown = { can_check: true, connection: { ends: expect.any(String) } }
    expect((await clerk.get(`${ROUTES}/setup`)).body).toMatchObject(shown)
    expect((await clerk.post(action)).body).toMatchObject({ result: "done", lease: { state: "canceled" } })
  })

  it("a region's switch that would change tax providers is for people who may do both", async () => {
    const mayTurn = async (person: Http) =>
      (await person.get(`${ROUTES}/regions/${store.shop.regionId}`)).body.region.can_write
    const one = await personWith("lease:read", "region:update")
    const both = await personWith("lease:read", "region:update", "tax_region:update")
    expect(await mayTurn(one)).toBe(true)
    store.setOptions({ salesTax: "by_operator" })
    try {
      expect([await mayTurn(one), await mayTurn(both)]).toEqual([false, true])
    } finally {
      store.setOptions({})
    }
  })

  it("an alert appears once in the notifications of users who may see leases, and in no one else's", async () => {
    const lease = await dashboard.lease(await dashboard.placed())
    const users = store.container.resolve(Modules.USER)
    const link = store.container.resolve(ContainerRegistrationKeys.LINK)
    const userWith = async (email: string, ...rights: string[]) => {
      const { id } = await users.createUsers({ email })
      const role = await roleWith(...rights)
      await link.create({ [Modules.USER]: { user_id: id }, [Modules.RBAC]: { rbac_role_id: role.id } })
      return id
    }
    const stranger = await userWith("stranger@store.example", "order:read")
    const reader = await userWith("reader@store.example", "lease:read")
    await ledgerDepsOf(store.container).store.raise(lease.id, "second_order")
    await store.reconcile()
    const entries = await store.container.resolve(Modules.NOTIFICATION).listNotifications({ channel: "feed" })
    const title = `#${lease.order_display_id}: Second order on one lease`
    const reference = expect.stringContaining(lease.reference)
    const file = { filename: reference, url: `/app/leases/${lease.id}` }
    for (const { resource_id, data } of entries)
      expect({ resource_id, data }).toEqual({
        resource_id: lease.id,
        data: { title, description: reference, file },
      })
    const readers = entries.map(({ to }) => to)
    expect([readers.filter((to) => to === reader).length, readers.includes(stranger)]).toEqual([1, false])
  })

  it("people who may change products can write product data", async () => {
    const [product] = await store.container.resolve(Modules.PRODUCT).listProducts({ handle: "sofa" })
    const path = `${ROUTES}/products/${product?.id}`
    const clerk = await personWith("lease:read", "lease:act")
    expect((await clerk.get(path)).body.product.can_write).toBe(false)
    expect(await clerk.post(path, { brand: "Own" })).toMatchObject({ status: 403, body: { code: "not_permitted" } })
    const editor = await personWith("lease:read", "product:update")
    expect((await editor.post(path, { brand: "Own" })).body.product.brand.own).toBe("Own")
  })
})
