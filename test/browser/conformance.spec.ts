import type { Page } from "playwright-core"
import { optionsOf } from "../../src/client/conformance/report"
import { openSigningPage } from "../../src/client/conformance/signing-page"
import { of, TestAccount } from "../unit/client/conformance/support/test-account"
import { violations } from "./support/accessibility.mjs"
import { describeInBrowser } from "./support/describe-in-browser"
import { signIn } from "./support/lease-page"

/** The page where a person signs a contract for the conformance command. */
describeInBrowser("signing page of the conformance command", (browser) => {
  let account: TestAccount
  let page: Page
  beforeEach(async () => {
    account = await TestAccount.open()
    page = await (await browser().newContext()).newPage()
    page.setDefaultTimeout(10_000)
  })
  afterEach(async () => {
    await page.context().close()
    await account.close()
  })

  const inBrowser = (person: (page: Page) => Promise<void>) => async (url: string) => {
    const signing = await openSigningPage(url)
    await page.goto(signing.url)
    await person(page)
    return signing
  }
  const signs = (opened: Page) => signIn(opened.frameLocator("iframe[title='Contract']"))

  it("the page receives each message of the contract, from the contract's own origin", async () => {
    const { findings } = await account.run("sign", { show: inBrowser(signs), everyMs: 200 })
    const messages = findings.filter(({ row }) => row.startsWith("11 "))
    const unheard = messages.filter(({ verdict }) => verdict !== "same").map(({ row }) => row)
    expect(unheard).toEqual(["11 Credit Card Collection"])
    expect(of(findings, "11 payload")).toMatchObject({ seen: "object" })
    expect(optionsOf(findings)).toEqual({})
  })

  it("messages from another window are reported as ignored", async () => {
    const faults = [{ route: "frame", fault: "wrong-origin" } as const]
    const { findings } = await account.run("sign", { show: inBrowser(signs), faults })
    expect(of(findings, "11 origin")).toMatchObject({ seen: "a window other than the frame's", verdict: "differs" })
    expect(optionsOf(findings)).toEqual({})
  })

  it("the person confirms the signature if the account returns no status", async () => {
    await account.close()
    account = await TestAccount.open({ dialect: "no-status" })
    const show = inBrowser(async (opened) => {
      await signs(opened)
      await opened.getByRole("button", { name: "It is signed" }).click()
    })
    const faults = [{ route: "frame", fault: "no-done" } as const]
    const { findings } = await account.run("sign", { show, faults })
    expect(of(findings, "6 DELETE contract, allowed (signed)")).toMatchObject({ verdict: "same" })
  })

  it("the page is available only on this machine at its own address, and is accessible", async () => {
    const signing = await openSigningPage("https://sign.operator.example/?a=1&b=<script>")
    await page.goto(signing.url)
    expect(await violations(page)).toEqual([])
    expect(await page.getByRole("link").getAttribute("href")).toBe("https://sign.operator.example/?a=1&b=<script>")
    for (const other of [new URL("/", signing.url).href, signing.url.replace("127.0.0.1", "localhost")])
      expect((await fetch(other)).status).toBe(404)
    await signing.close()
    await expect(fetch(signing.url)).rejects.toThrow()
  })
})
