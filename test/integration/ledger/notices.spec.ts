import { APPLICANT_SECRETS } from "../support/applicant"
import { deliverLease } from "../support/fake-medusa"
import { ANA, DAY, describeLedger, HOUR, MINUTE } from "../support/ledger-room"

const LINK = "https://shop.example/checkout?cart={cartId}"
const STAFF = { to: ["leases@store.example", "boss@store.example"], link: "https://store.example/app/leases" }

const ORDER_LINK = "https://shop.example/order/{orderId}"
const notices = { shoppers: { store: "Harbor & Home", link: LINK, orderLink: ORDER_LINK }, staff: STAFF }

describeLedger(
  "emails about leases",
  (room) => {
    const waiting = () => room.rows.of("lease_announcement")
    const send = async () => {
      await room.announce()
      await room.sendNotices(room.medusa, () => false)
      await room.feedAlerts(room.medusa, () => false)
      return room.medusa.mails.map(({ template }) => template.replace("lease-to-own.", ""))
    }
    /** Approved, and away long enough for an email. */
    const leftApproved = async () => {
      const lease = await room.applied()
      room.pass(16 * MINUTE)
      return lease
    }

    it("a shopper who continues without a break gets only the email that the lease has begun", async () => {
      const { id } = await room.placed()
      room.pass(2 * HOUR)
      expect(await send()).toEqual([])
      await deliverLease(room, id)
      expect(await send()).toEqual(["began"])
      const [{ to, content, data } = {} as never] = room.medusa.mails
      expect(to).toBe("robin@shopper.example")
      expect(content.subject).toBe("Your lease has begun")
      expect(content.text).toContain(
        "Sandbox Leasing has recorded the delivery of your order 1, and your lease has begun.",
      )
      const { order_id, reference } = await room.lease(id)
      expect(content.text).toContain(`See your order and your lease here: https://shop.example/order/${order_id}`)
      expect(content.text).toMatch(/^26 payments after signing, every two weeks.*: \$\d/m)
      expect(content.html).toContain("<p>Harbor &#38; Home</p>")
      expect(data).toMatchObject({ reference, order: "1", language: "en" })
      expect(await waiting()).toEqual([])
    })

    it.each(["the lease", "the store"] as const)("while %s is held, its shopper gets no email", async (what) => {
      const { id } = await room.handedOut()
      const { holds } = room.accountDeps.store
      if (what === "the lease") await room.holdUnfinished()
      else await holds.compare(await holds.database(), { isHeldByOption: true, kinds: [] })
      room.pass(2 * HOUR)
      expect(await send()).not.toContain("sign")
      await room.rows.change("lease_store", { held_since: null }, { id: "store" })
      await room.rows.change("lease", { held_at: null }, { id })
      room.pass(DAY)
      expect(await send()).toContain("sign")
    })

    it("what staff enter about a held lease is no news to its shopper", async () => {
      const { id } = await room.signed()
      await room.holdUnfinished()
      const given = { note: "The operator has it as delivered.", acknowledged: ["held"] as const, actor: ANA }
      await room.markResolved(await room.lease(id), { ...given, outcome: "canceled" })
      expect(await send()).not.toContain("canceled")
    })

    it("a shopper who left after the approval gets one email with a link back", async () => {
      const { cart } = await room.applied()
      expect(await send()).toEqual([])
      room.pass(16 * MINUTE)
      expect(await send()).toEqual(["approved"])
      expect(room.medusa.mails[0]?.content.text).toContain(`https://shop.example/checkout?cart=${cart.id}`)
      room.pass(HOUR)
      expect(await send()).toEqual(["approved"])
    })

    it.each([
      [
        "en",
        /^Total cost \(27 payments over 12 months\).*: \$\d/m,
        /^First payment.*: \$\d/m,
        /^Your approval is valid until /m,
      ],
      [
        "es",
        /^Costo total \(27 pagos en 12 meses\).*: \$\d/m,
        /^Primer pago.*: \$\d/m,
        /^Su aprobación es válida hasta el /m,
      ],
    ])(
      "an email in %s about an offer has its cost, in the operator's words for the state, and the approval's end",
      async (language, ...lines) => {
        await room.offered({ consentLanguage: language })
        room.pass(16 * MINUTE)
        expect(await send()).toEqual(["approved"])
        const { content, data } = room.medusa.mails[0] ?? {}
        for (const line of lines) expect(content?.text).toMatch(line)
        expect(content?.text).toContain(data?.then_payments)
      },
    )

    it("an email before an offer has no cost", async () => {
      await leftApproved()
      await send()
      expect(room.medusa.mails[0]?.content.text).not.toMatch(/Total cost|First payment|payments/)
    })

    it("an approval's end is announced once, and only while nothing is signed", async () => {
      await leftApproved()
      await send()
      room.pass(86 * DAY)
      expect(await send()).toEqual(["approved"])
      room.pass(DAY)
      expect(await send()).toEqual(["approved", "ending"])
      expect(room.medusa.mails[1]?.content.text).toContain("without applying again: https://shop.example/checkout")
      expect(await waiting()).toEqual([])
      room.pass(4 * DAY)
      expect(await send()).toEqual(["approved", "ending"])
    })

    it.each([
      ["promises that a contract without an order will be canceled", "api", true],
      ["doesn't promise that of a hosted lease", "hosted", false],
    ] as const)("an email %s", async (_, flow, promised) => {
      await room.signed()
      await room.rows.changeLease({ flow })
      room.pass(10 * MINUTE)
      expect(await send()).toEqual(["unfinished"])
      const text = room.medusa.mails[0]?.content.text ?? ""
      expect(text.includes("we will cancel the contract with Sandbox Leasing")).toBe(promised)
    })

    it("the email about a canceled lease leads to its order, or to the cart if there is none", async () => {
      const { cart, id } = await room.signed()
      await room.cancelContract(await room.lease(id), ANA)
      const ordered = await room.placed()
      await room.orderChanges(ordered.id, { canceled: true })
      await room.run()
      expect(await send()).toEqual(["canceled", "canceled"])
      const { order_id } = await room.lease(ordered.id)
      const [ofOrder, ofCart] = room.medusa.mails.map(({ content }) => content.text).sort()
      expect(ofOrder).toContain(`See your order here: https://shop.example/order/${order_id}`)
      expect(ofOrder).not.toContain("checkout")
      expect(ofCart).toContain(`Your cart is here: https://shop.example/checkout?cart=${cart.id}`)
    })

    it("emails are in the language of the consent", async () => {
      await room.applied({ consentLanguage: "es" })
      room.pass(16 * MINUTE)
      await send()
      expect(room.medusa.mails[0]?.content.subject).toBe("Su arrendamiento con opción a compra está aprobado")
    })

    it("emails contain nothing from the application", async () => {
      const { id } = await leftApproved()
      await send()
      const all = JSON.stringify(room.medusa.mails)
      const { application_id } = await room.lease(id)
      expect([...APPLICANT_SECRETS, String(application_id)].filter((secret) => all.includes(secret))).toEqual([])
    })

    it("failed emails are retried under another key for three days", async () => {
      await leftApproved()
      const keys: string[] = []
      const broken = {
        ...room.medusa,
        mail: async ({ key }: { key: string }) => {
          keys.push(key)
          throw new Error("550 <robin@shopper.example>: no")
        },
      }
      await room.announce()
      await room.sendNotices(broken, () => false)
      expect(room.logged.join()).toMatch(/550 .+: no\. It will be retried\./)
      room.pass(HOUR)
      await room.sendNotices(broken, () => false)
      expect(new Set(keys).size).toBe(2)
      expect(room.logged.join()).not.toContain("robin@")
      room.pass(73 * HOUR)
      await room.sendNotices(broken, () => false)
      expect(room.logged.join()).toContain("It won't be retried.")
      expect(await waiting()).toEqual([])
    })

    it("an email has the same key after a crash", async () => {
      await leftApproved()
      await room.announce()
      const before = await waiting()
      await room.sendNotices(room.medusa, () => false)
      await room.rows.putBack("lease_announcement", before)
      await room.sendNotices(room.medusa, () => false)
      expect(room.medusa.mails).toHaveLength(2)
      expect(new Set(room.medusa.mails.map(({ key }) => key)).size).toBe(1)
    })

    describe("the staff's digest", () => {
      const text = () => room.medusa.mails.map(({ content }) => content.text)

      it("each address gets one digest at the end of the hour, about all leases with alerts", async () => {
        const [{ id: first }, { id: second }] = [await room.placed(), await room.placed()]
        const { store } = room.accountDeps
        await store.raise(first, "money_differs")
        await store.raise(first, "second_order")
        await store.raise(second, "money_differs")
        expect(await send()).toEqual([])
        room.pass(HOUR)
        expect(await send()).toEqual(["needs-attention", "needs-attention"])
        expect(room.medusa.mails.map(({ to }) => to)).toEqual(STAFF.to)
        const references = [await room.lease(first), await room.lease(second)].map(({ reference }) => reference)
        for (const reference of references) expect(text()[0]?.split(reference)).toHaveLength(2)
        expect(text()[0]).toContain("order 1: Payment differs from lease, since ")
        expect(text()[0]).toContain("https://store.example/app/leases")
        expect(room.medusa.mails[0]?.content.subject).toBe("Lease-to-own leases that need attention: 2")
        room.pass(2 * HOUR)
        expect(await send()).toHaveLength(2)
      })

      it("an alert with an amount names it", async () => {
        const { id } = await room.placed()
        await room.accountDeps.store.raise(id, "untaxed_sale", { amount: "$454.00" })
        room.pass(HOUR)
        await send()
        expect(text()[0]).toContain("order 1: Sale without sales tax ($454.00), since ")
      })

      it("the digest leaves out what was resolved meanwhile", async () => {
        const { id } = await room.placed()
        await room.accountDeps.store.raise(id, "money_differs")
        await room.accountDeps.store.clear(await room.lease(id), "money_differs")
        room.pass(HOUR)
        expect(await send()).toEqual([])
        expect(await waiting()).toEqual([])
      })
    })
  },
  {
    notices,
    disclosures: {
      labels: {
        TX: { dueToday: { en: "First payment", es: "Primer pago" } },
        default: { total: { en: "All payments" } },
      },
    },
  },
)

describeLedger("an alert in the dashboard's notifications", (room) => {
  const feed = async (medusa = room.medusa) => {
    await room.feedAlerts(medusa, () => false)
    return room.medusa.fed.map(({ title }) => title)
  }
  const raised = async () => {
    const { id } = await room.placed()
    await room.accountDeps.store.raise(id, "money_differs")
    return room.lease(id)
  }
  const waiting = () => room.sql("select * from lease_announcement where alert = 'money_differs'")

  it("is there once as long as it is raised, and once more when it is raised again", async () => {
    const lease = await raised()
    await room.accountDeps.store.raise(lease.id, "money_differs")
    expect(await feed()).toEqual(["#1: Payment differs from lease"])
    await room.announce()
    expect(await feed()).toHaveLength(1)
    expect(await waiting()).toEqual([])
    await room.accountDeps.store.raise(
      await room.accountDeps.store.clear(lease, "money_differs").then(({ id }) => id),
      "money_differs",
    )
    expect(await feed()).toHaveLength(2)
  })

  it("is there once even if a process died after adding it, or several run", async () => {
    await raised()
    const before = await waiting()
    await Promise.all([feed(), feed(), feed()])
    await room.rows.putBack("lease_announcement", before)
    expect(await feed()).toHaveLength(1)
  })

  it("names the lease and links to it, and says nothing of its shopper", async () => {
    const lease = await raised()
    await feed()
    const [entry] = room.medusa.fed
    const reference = expect.stringContaining(lease.reference)
    expect(entry).toMatchObject({ leaseId: lease.id, description: reference, link: reference })
    const all = JSON.stringify(room.medusa.fed)
    const secrets = [...APPLICANT_SECRETS, String(lease.email), String(lease.application_id)]
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
  })

  it("names its amount, if it has one", async () => {
    const { id } = await room.placed()
    await room.accountDeps.store.raise(id, "untaxed_sale", { amount: "$454.00" })
    expect(await feed()).toEqual(["#1: Sale without sales tax ($454.00)"])
  })

  it("is left out if staff have handled it meanwhile", async () => {
    await room.accountDeps.store.clear(await raised(), "money_differs")
    expect(await feed()).toEqual([])
    await room.announce()
    expect(await waiting()).toEqual([])
  })

  it("is added even if Medusa rejects the one before it, which waits", async () => {
    const leases = [await raised(), await raised()].map(({ id }) => id)
    const { feed: take } = room.medusa
    const first = jest.fn(take).mockRejectedValueOnce(new Error("no"))
    await feed({ ...room.medusa, feed: first })
    const waits = (await waiting()).flatMap(({ lease_id, feed_at }) => (feed_at ? lease_id : []))
    expect([...room.medusa.fed.map(({ leaseId }) => leaseId), ...waits].sort()).toEqual(leases.sort())
    expect(waits).toHaveLength(1)
  })

  it("waits for up to three days while Medusa rejects it", async () => {
    const down = { ...room.medusa, feed: () => Promise.reject(new Error("no connection")) }
    await raised()
    await feed(down)
    expect(room.logged.join()).toContain("no connection. It will be retried.")
    expect(await feed()).toEqual([])
    room.pass(MINUTE)
    expect(await feed()).toHaveLength(1)
    await raised()
    await feed(down)
    room.pass(4 * DAY)
    expect(await feed(down)).toHaveLength(1)
    await room.announce()
    expect(await waiting()).toEqual([])
  })

  it("without option notices, no email is sent or stored", async () => {
    await room.applied()
    room.pass(HOUR)
    await room.announce()
    await room.sendNotices(room.medusa, () => false)
    expect(room.medusa.mails).toEqual([])
    expect(await room.rows.of("lease_announcement")).toEqual([])
  })
})
