import { application, Bench, cart } from "./support"

let bench: Bench
beforeAll(async () => {
  bench = await Bench.start()
})
afterAll(() => bench.close())
beforeEach(() => bench.sandbox.reset())

describe("POST application", () => {
  it("answers an id of digits, Approved and the approved amount", async () => {
    const { status, json } = await bench.call("POST /application", application())
    expect(status).toBe(200)
    expect(json).toEqual({
      applicationId: expect.stringMatching(/^\d{9,10}$/),
      status: "Approved",
      approvalAmount: 3000,
      isOkToDeliver: false,
    })
  })

  it.each([
    ["denied", "Denied", 0],
    ["pending", "Pending", 0],
    ["preapproved", "Pre-Approved", 0],
    ["prequalified", "Prequalified", 0],
    ["lowlimit", "Approved", 150],
    ["approved", "Approved", 3000],
  ])("takes the e-mail tag %s as %s", async (tag, status, approvalAmount) => {
    const { json } = await bench.call("POST /application", application(tag))
    expect(json).toMatchObject({ status, approvalAmount, applicationId: expect.any(String) })
  })

  it("takes the last name as magic input, case ignored", async () => {
    const { json } = await bench.call("POST /application", application(undefined, { lastName: "DeNied" }))
    expect(json.status).toBe("Denied")
  })

  it("lets the e-mail tag win over the last name", async () => {
    const { json } = await bench.call("POST /application", application("approved", { lastName: "Denied" }))
    expect(json.status).toBe("Approved")
  })

  it.each(["MN", "NJ", "VT", "WI", "wy"])("denies the excluded state %s", async (state) => {
    const homeAddress = { streetAddress1: "1 Main Street", city: "Somewhere", state, zip: "55401" }
    const { json } = await bench.call("POST /application", application(undefined, { homeAddress }))
    expect(json.status).toBe("Denied")
  })

  it("gives a person with a live approval the same id back", async () => {
    const first = application()
    const { json } = await bench.call("POST /application", first)
    const again = await bench.call("POST /application", first)
    expect(again.json).toEqual(json)
  })

  it("says Approved on re-application while the lease is in Contracts", async () => {
    const person = application()
    const { json } = await bench.call("POST /application", person)
    await bench.call("POST /application/cart", cart(String(json.applicationId)))
    expect((await bench.call("POST /application", person)).json).toMatchObject({
      applicationId: json.applicationId,
      status: "Approved",
    })
  })

  it("recognizes the person without the dashes of the SSN", async () => {
    const person = application(undefined, { ssn: "212-45-6789" })
    const { json } = await bench.call("POST /application", person)
    const again = await bench.call("POST /application", application(undefined, { ssn: "212456789" }))
    expect(again.json.applicationId).toBe(json.applicationId)
  })

  it("gives a person whose approval was denied a new id", async () => {
    const person = application("denied")
    const { json } = await bench.call("POST /application", person)
    expect((await bench.call("POST /application", person)).json.applicationId).not.toBe(json.applicationId)
  })
})
