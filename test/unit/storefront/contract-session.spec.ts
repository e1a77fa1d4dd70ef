import { en } from "../../../packages/storefront/src/en"
import { type ContractAnswer, LeaseError, type SignatureAnswer } from "../../../packages/storefront/src/index"
import { Session, type SessionFrame, type SessionLink } from "../../../packages/storefront/src/screens/contract-session"
import { aView } from "./local-store"

const ORIGIN = "https://sign.example.com"
const address = (number: number): ContractAnswer => ({ url: `${ORIGIN}/c/${number}`, origins: [ORIGIN] })
const unsigned: SignatureAnswer = { ...aView({ step: "offer" }), signature: "not_signed" }
const texts = en.texts.contract

beforeEach(() => jest.useFakeTimers())
afterEach(() => jest.useRealTimers())

const later = (ms: number) => jest.advanceTimersByTimeAsync(ms)

function anOpen() {
  const page = new EventTarget()
  const contentWindow = {}
  const frame = Object.assign(new EventTarget(), { src: "", contentWindow, ownerDocument: { defaultView: page } })
  const link = Object.assign(new EventTarget(), { href: "" })
  let addresses = 1
  const client = {
    contract: jest.fn(async () => address(++addresses)),
    signature: jest.fn(async (_hint?: string) => unsigned),
  }
  const session = new Session({ client, contract: address(1), dictionary: en, help: "Ask Ana." })
  let ending: string | undefined
  session.ended.then((how) => {
    ending = how
  })
  const attach = () => session.attach(frame as unknown as SessionFrame, link as unknown as SessionLink)
  const detach = attach()
  const post = (text: string, success = true) =>
    page.dispatchEvent(
      Object.assign(new Event("message"), { data: { text, success }, origin: ORIGIN, source: contentWindow }),
    )
  return { session, frame, link, client, post, attach, detach, ending: () => ending }
}

describe("contract address", () => {
  test("the address is set on the frame and the link only, never in the state, and dropped at the end, as a late one is", async () => {
    const { session, frame, link, attach } = anOpen()
    expect([frame.src, link.href]).toEqual([`${ORIGIN}/c/1`, `${ORIGIN}/c/1`])
    expect(JSON.stringify(session)).not.toContain(ORIGIN)
    const tried = session.retry()
    session.end()
    await tried
    frame.src = ""
    attach()
    expect(frame.src).toBe("")
  })

  test("an expired address is replaced once, without a message", async () => {
    const { session, frame, link, post, client } = anOpen()
    post("Initialize: App loaded", false)
    await later(0)
    expect([frame.src, link.href]).toEqual([`${ORIGIN}/c/2`, `${ORIGIN}/c/2`])
    expect(session.state).toMatchObject({ isSlow: false, isLoading: true, statusText: "" })
    post("Initialize: App loaded", false)
    await later(0)
    expect(client.contract).toHaveBeenCalledTimes(1)
    expect(session.state.isSlow).toBe(true)
  })
})

describe("slow contract", () => {
  test("a contract without messages is slow after 15 seconds, and retrying gets a new address", async () => {
    const { session, frame } = anOpen()
    await later(14_999)
    expect(session.state.isSlow).toBe(false)
    await later(1)
    expect(session.state.isSlow).toBe(true)
    await session.retry()
    expect(frame.src).toBe(`${ORIGIN}/c/2`)
    expect(session.state.isSlow).toBe(false)
    await later(15_000)
    expect(session.state.isSlow).toBe(true)
  })

  test("retrying shows the reason if there is no new address", async () => {
    const { session, client } = anOpen()
    const refused = new LeaseError({ code: "x", message: "Not now.", status: 503, retryable: true })
    client.contract.mockRejectedValueOnce(refused)
    await session.retry()
    expect(session.state).toMatchObject({ isSlow: true, statusText: "Not now." })
  })

  test("a contract stops loading when its frame has loaded, and is no longer slow after its first message", async () => {
    const [loaded, heard] = [anOpen(), anOpen()]
    loaded.frame.dispatchEvent(new Event("load"))
    heard.post("Initialize: App loaded")
    await later(15_000)
    expect(loaded.session.state.isLoading).toBe(false)
    expect(heard.session.state).toMatchObject({ isLoading: false, isSlow: false })
  })
})

describe("progress of the signature", () => {
  test("the session reports each signature and the payment", () => {
    const { session, post } = anOpen()
    const heard = ["Signature: 1 of 3", "Signature: All completed", "Credit Card Collection"].map((text) => {
      post(text)
      return session.state.statusText
    })
    expect(heard).toEqual(["1 of 3 signatures", texts.all_signed, texts.card])
    post("Post Process: Complete", false)
    expect(session.state.statusText).toBe(texts.payment_failed)
  })

  test("signing ends when the frame reports it, or when the shopper does, which is possible after a minute", async () => {
    const [one, other] = [anOpen(), anOpen()]
    one.post("Post Process: Complete")
    await later(59_999)
    expect([one.ending(), other.session.state.canFinish]).toEqual(["done", false])
    await later(1)
    expect(other.session.state.canFinish).toBe(true)
    other.session.end("requested")
    other.session.end()
    await later(0)
    expect(other.ending()).toBe("requested")
  })

  test.each<[string, SignatureAnswer]>([
    ["signed", { ...unsigned, signature: "verified" }],
    ["waiting for the first payment", { ...unsigned, step: "first_payment_pending" }],
  ])("a fully signed contract is checked every 5 seconds until the store finds it %s", async (_, found) => {
    const { session, post, client, ending } = anOpen()
    post("Signature: All completed")
    expect(session.state.canFinish).toBe(true)
    await later(5000)
    client.signature.mockRejectedValueOnce(new Error("offline"))
    await later(5000)
    client.signature.mockResolvedValueOnce(found)
    await later(5000)
    expect(client.signature.mock.calls).toEqual([[undefined], [undefined], [undefined]])
    expect(ending()).toBe("detected")
    await later(60_000)
    expect(client.signature).toHaveBeenCalledTimes(3)
  })

  test("the store checks a contract in another tab once the shopper opened it there", async () => {
    const { link, client } = anOpen()
    link.dispatchEvent(new Event("click"))
    await later(5000)
    expect(client.signature.mock.calls).toEqual([["requested"]])
  })
})

describe("closing the contract", () => {
  test("closing ends the session at once if nothing is signed", async () => {
    const { session, ending } = anOpen()
    session.askToClose()
    await later(0)
    expect(ending()).toBe("closed")
  })

  const begun = ["Consent: first payment", "Signature: 1 of 3", "Signature: All completed", "Credit Card Collection"]

  test.each(begun)('closing asks first after "%s", and asking twice doesn\'t close', async (text) => {
    const { session, post, ending } = anOpen()
    post(text)
    for (const isConfirmingClose of [true, false]) {
      session.askToClose()
      await later(0)
      expect([session.state.isConfirmingClose, ending()]).toEqual([isConfirmingClose, undefined])
    }
  })

  test("closing ends all timers and state changes", async () => {
    const { session, post, client } = anOpen()
    const heard = jest.fn()
    session.subscribe(heard)
    session.end()
    post("Signature: All completed")
    await later(120_000)
    expect([heard.mock.calls, client.signature.mock.calls]).toEqual([[], []])
  })
})

test("removing the frame detaches it, and another frame starts over", async () => {
  const { session, frame, post, detach, attach } = anOpen()
  detach()
  post("Signature: 1 of 3")
  await later(60_000)
  expect(session.state).toMatchObject({ statusText: "", isSlow: false, canFinish: false })
  frame.src = ""
  attach()
  await later(15_000)
  expect(frame.src).toBe(`${ORIGIN}/c/1`)
  expect(session.state.isSlow).toBe(true)
})
