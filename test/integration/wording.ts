import { storeRules } from "./support/lease-store"

const TEXT = { en: "{operator} owns the items.", es: "Los artículos son de {operator}." }
const texts = { en: "Sandbox Leasing owns the items.", es: "Los artículos son de Sandbox Leasing." }

/** The operator's texts and labels for the state that a cart or an order ships to. */
export const wording = storeRules(
  "the operator's wording",
  (store) => {
    it("an offer has its state's text and labels, and its contract opens after the shopper has confirmed the text", async () => {
      const shopper = await store.filled()
      expect((await shopper.view()).body).toMatchObject({ contract_languages: ["en"], offer: null })
      await shopper.toOffer()
      const shown = {
        labels: { total: { en: "Total cost" } },
        disclosure: { text: texts.en, language: "en", texts, version: "TX/1" },
      }
      expect((await shopper.view()).body.offer).toMatchObject(shown)
      const calls = store.calls().length
      for (const body of [undefined, {}, { acknowledged: { version: "1" } }, { acknowledged: { version: "NY/1" } }])
        expect(await shopper.contract(undefined, body)).toMatchObject({
          status: 400,
          body: { code: "disclosure_required", fields: [{ field: "acknowledged", rule: "version" }] },
        })
      for (const acknowledged of [true, "TX/1", { language: "en" }])
        expect(await shopper.contract(undefined, { acknowledged })).toMatchObject({
          status: 400,
          body: { code: "body_invalid" },
        })
      expect(store.calls()).toHaveLength(calls)
      const acknowledged = { version: "TX/1", language: "es" }
      const { url } = (await shopper.contract(undefined, { acknowledged })).body
      await shopper.signAt(url)
      await shopper.signature()
      await shopper.startPayment()
      const order = await store.order(shopper)
      const { lease } = (await shopper.as().get(`/store/lease-to-own/orders/${order.id}`)).body
      expect(lease.offer).toMatchObject(shown)
      const [entry] = await store.sql("select detail from lease_event where type = 'disclosure_acknowledged'")
      expect(entry?.detail).toEqual({
        ...{ disclosure_version: "TX/1", disclosure_language: "es" },
        disclosure_text: texts.es,
      })
    })

    it("an offer in another state has the default's", async () => {
      const shopper = await store.filled({ address: { province: "OH" } })
      await shopper.toOffer()
      const { offer } = (await shopper.view()).body
      expect(offer).toMatchObject({ labels: {}, disclosure: { text: "For all states.", version: null } })
      expect((await shopper.contract()).status).toBe(200)
    })
  },
  {
    contractLanguages: ["en"],
    disclosures: {
      offer: { default: { en: "For all states." }, TX: { ...TEXT, acknowledge: true, version: "1" } },
      message: { default: { en: "An example." } },
      labels: { TX: { total: { en: "Total cost" } } },
    },
  },
)
