import { inspect } from "node:util"
import { mask } from "../../../src/client"
import { clientOf, type Handler, json, localService, plain, startRaw } from "./support/local-service"
import { ALL_CALLS, application, call, failureOf, form, ID } from "./support/samples"

const local = localService()

/** Everything that an error shows. */
function visible(error: Error): string {
  const { cause } = error
  return [
    inspect(error, { depth: 20, showHidden: true, getters: true }),
    JSON.stringify(error),
    String(error),
    error.stack,
    String(cause),
    cause instanceof Error ? JSON.stringify({ ...cause }) : "",
  ].join("\n")
}

/** The spellings in which an answer may contain a form's value. */
const TRACES = [
  ...["Marisol", "Okonkwo", "marisol+test", "shopper.example", "512-68-3097", "512683097", "512 68 3097", "683097"],
  ...["1984-03-17", "03/17/1984", "19840317", "3/17/1984", "555-0147", "5550147", "Quince Terrace", "Bellbrook"],
  ...["78701", "4217.53", "4,217.53", "421753", "021000021", "8833102774", "2774", "3097"],
]
const tracesIn = (error: Error, traces = TRACES) => {
  const seen = visible(error)
  return traces.filter((trace) => seen.includes(trace))
}

const CREDENTIALS = ["pass-Word-99", Buffer.from("store-4711:pass-Word-99").toString("base64"), "store-4711"]

const ANSWERS: [string, (text: string) => Handler][] = [
  ["a page, HTTP 500", (text) => plain(text, 500)],
  ["a page, HTTP 200", (text) => plain(text)],
  ["a problem's detail", (text) => json({ title: "Invalid", detail: text }, 400)],
  ["a problem's title", (text) => json({ title: text }, 409)],
  ["a validation text", (text) => json({ errors: { "customer.ssn": [text] } }, 400)],
  ["a validation path", (text) => json({ errors: { [text]: ["is wrong"] } }, 400)],
  ["JSON that isn't an answer", (text) => json({ error: text }, 400)],
]

/** The error of an application with this answer. */
function refused(answer: Handler, options = {}) {
  local().answer(answer)
  return failureOf(clientOf(local().url, options).service.submitApplication(application()))
}

describe.each(ANSWERS)("a service that repeats the application in %s", (_, answer) => {
  it("the error contains no value of the application", async () => {
    expect(tracesIn(await refused(answer(JSON.stringify(form()))))).toEqual([])
  })
  it("the error contains none of the service's words", async () => {
    const error = await refused(answer("An unforeseen sentence with Quettabyte in it."))
    expect(tracesIn(error, ["unforeseen", "Quettabyte"])).toEqual([])
  })
})

describe("an error of the application", () => {
  const told = async (body: unknown, options = {}) => {
    const { message, errors, title, detail } = await refused(json(body, 400), options)
    return { message, errors, title, detail }
  }
  const head = "submitApplication: the lease service responded with HTTP 400"

  it("the error names only our fields and those of applicationExtras", async () => {
    const strange = { errors: { "512-68-3097": ["x"], "Robin Okonkwo": ["x"], "customer.ssn": ["512683097 is known"] } }
    expect(await told(strange)).toEqual({ message: `${head}: customer.ssn`, errors: { "customer.ssn": [] } })
    const { errors } = await told({ errors: { "custom.keys": ["x"] } }, { applicationExtras: ["custom.keys"] })
    expect(errors).toEqual({ "custom.keys": [] })
  })
  it.each(["512683097", "Robin Okonkwo", "a".repeat(60), "a/b"])("an invalid code is left out: %s", async (code) => {
    expect((await told({ type: `https://service.example/e#${code}`, title: "x" })).message).toBe(head)
  })
  it("the error doesn't contain what a parser received", async () => {
    const raw = await startRaw((socket) => socket.once("data", (data) => socket.end(`ECHO ${data.toString()}`)))
    const error = await failureOf(clientOf(raw.url).service.submitApplication(application()))
    expect(tracesIn(error, [...TRACES, ...CREDENTIALS])).toEqual([])
    await raw.close()
  })
})

describe("credentials and one-time addresses", () => {
  it.each(Object.keys(ALL_CALLS))("an error of %s contains none, even if the service does", async (name) => {
    local().answer((request, response) => {
      const { headers, url } = request
      const said = `${JSON.stringify(headers)} store-4711 pass-Word-99 ${headers.authorization} failed: ${url}`
      response.writeHead(500).end(said)
    })
    const { service } = clientOf(local().url, { dialect: { retry: 0 } })
    const error = await failureOf(call(name, service, local().url))
    expect(tracesIn(error, [...CREDENTIALS, "obfuscated-77", "unique-code-1"])).toEqual([])
  })
  it("an inspector or serializer shows no credentials", () => {
    const { service } = clientOf(local().url)
    const shown = JSON.stringify(service) + inspect(service, { depth: 20, showHidden: true })
    expect(CREDENTIALS.filter((secret) => shown.includes(secret))).toEqual([])
  })
  it("the error of an unreadable answer contains no eSign URL", async () => {
    local().answer(json({ frame: "https://sign.example/c/secret-path?t=secret-token" }))
    const error = await failureOf(clientOf(local().url).service.getContract(ID))
    expect(tracesIn(error, ["secret-path", "secret-token"])).toEqual([])
  })
})

describe("mask", () => {
  it.each([
    ["the SSN 512-68-3097 is wrong", "the SSN *** is wrong"],
    ["512_68_3097", "***"],
    ["SSN ending in 6789", "SSN ending in ***"],
    ["last four: 6789", "last four: ***"],
    ["last 4 digits 6789", "last 4 digits ***"],
    ["５１２-６８-３０９７", "***"],
    ["account 883310277451.", "account ***."],
    ["card 4111 1111 1111 1111", "card ***"],
    ["write to robin@example.com now", "write to *** now"],
    ["Authorization: Basic YTpi", "Authorization: *** ***"],
    ["sent Bearer abc.def-ghi", "sent Bearer ***"],
    ["GET /x?leaseId=7&code=abc", "GET /x?leaseId=***&code=***"],
    ["see https://user:word@host.example/a/b?c=d", "see https://host.example/***"],
    ['{"birthdate":"1984-03-17","a":1}', '{"birthdate":***,"a":1}'],
    ['{"birthdate":"1984-03', '{"birthdate":***'],
    ['{\\"cvv\\":\\"123\\"}', '{\\"cvv\\":***}'],
    ["<ssn>512</ssn>", "<ssn>***</ssn>"],
    ['"accountNumber" : 12345 }', '"accountNumber" : *** }'],
  ])("%j becomes %j", (text, masked) => expect(mask(text)).toBe(masked))
  it.each([
    "The field items[0].deliveryDate is required.",
    "cart total 439.99 is above 300.00",
    "HTTP 409 wrong-state at 2026-11-21",
    "at the last step",
    "at @example.com",
  ])("%j stays", (text) => expect(mask(text)).toBe(text))
})
