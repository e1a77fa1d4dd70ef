import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type FaultSpec, type Sandbox, type SandboxOptions, signContract, startSandbox } from "lease-to-own-sandbox"
import { inventApplicant } from "../../../../../demo/applicant.mjs"
import { type LeaseServiceOptions, toSettings } from "../../../../../src/client"
import { type Finding, nameOf } from "../../../../../src/client/conformance/finding"
import { Journal } from "../../../../../src/client/conformance/journal"
import type { TestPerson } from "../../../../../src/client/conformance/persons"
import type { Level } from "../../../../../src/client/conformance/rows"
import { cancelLeftovers, conform } from "../../../../../src/client/conformance/run"
import { openSigningPage, type SigningPage } from "../../../../../src/client/conformance/signing-page"

/** A person who gets the decision `expected`. `tag` makes the sandbox give it. */
export const person = (name = "approved", expected: TestPerson["expected"] = "approved", tag?: string): TestPerson => ({
  test: true,
  name,
  expected,
  application: inventApplicant(tag ? { tag } : {}),
})

/** Three approved persons, as many as level money needs. */
export const three = () => ["first", "second", "third"].map((name) => person(name))

/** The first finding whose name begins with this. */
export const of = (findings: Finding[], name: string) => findings.find((finding) => nameOf(finding).startsWith(name))

type More = {
  persons?: TestPerson[]
  may?: (level: Level) => boolean
  options?: Partial<LeaseServiceOptions>
  /** Queued before level `from`, by default `apply`. */
  faults?: FaultSpec[]
  from?: Level
  show?: (url: string) => Promise<SigningPage>
  withinMs?: number
  everyMs?: number
  secrets?: Set<string>
}

/** A sandbox that acts as an operator's test account, with its own journal. */
export class TestAccount {
  readonly folder = mkdtempSync(join(tmpdir(), "conformance-"))
  journal = new Journal(join(this.folder, "journal.ndjson"))

  private constructor(readonly sandbox: Sandbox) {}

  static async open(options: SandboxOptions = {}): Promise<TestAccount> {
    return new TestAccount(await startSandbox({ dialect: { rules: { cancel: "unshipped" } }, ...options }))
  }

  /** Opens an account while `work` runs. */
  static async use<T>(options: SandboxOptions, work: (account: TestAccount) => Promise<T>): Promise<T> {
    const account = await TestAccount.open(options)
    try {
      return await work(account)
    } finally {
      await account.close()
    }
  }

  async close(): Promise<void> {
    rmSync(this.folder, { recursive: true })
    await this.sandbox.close()
  }

  options(more: Partial<LeaseServiceOptions> = {}): LeaseServiceOptions {
    const { baseUrl, username, password } = this.sandbox
    return { baseUrl, username, password, timeoutMs: 2000, ...more }
  }

  run(level: Level, more: More = {}) {
    const { persons = level === "money" ? three() : [person()], may = () => true, options, faults = [] } = more
    const { show = signs, withinMs = 5000, everyMs = 5 } = more
    const { secrets = new Set<string>(), from = "apply" } = more
    return conform({
      settings: toSettings(this.options(options)),
      level,
      persons,
      journal: this.journal,
      may: async (next) => {
        if (next === from) for (const fault of faults) this.sandbox.fault(fault)
        return may(next)
      },
      show,
      patience: { withinMs, everyMs },
      secrets,
      apartMs: 0,
    })
  }

  cleanUp(options?: Partial<LeaseServiceOptions>) {
    return cancelLeftovers({ settings: toSettings(this.options(options)), journal: this.journal, apartMs: 0 })
  }

  /** Counts the calls that were carried out. */
  done(route: string): number {
    return this.sandbox.journal().filter((call) => call.route === route && call.done).length
  }

  /** Counts the calls that arrived, carried out or not. */
  asked(route: string): number {
    return this.sandbox.journal().filter((call) => call.route === route).length
  }
}

/** Signs as a person does in the page with the contract's frame, and sends the page the frame's messages. */
export async function signs(url: string): Promise<SigningPage> {
  const page = await openSigningPage(url)
  const { messages } = await signContract(url, { merchantOrigin: new URL(page.url).origin })
  for (const data of messages) await hears(page, { data, origin: new URL(url).origin, fromFrame: true })
  return page
}

/** Sends the page a message, as its own script does. */
export async function hears(page: SigningPage, heard: { data: unknown; origin: string; fromFrame: boolean }) {
  await fetch(`${page.url}/heard`, { method: "POST", body: JSON.stringify(heard) })
}
