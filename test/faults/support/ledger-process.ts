import { ATTEMPTS } from "./attempts"
import { Customer } from "./customer"
import { Life } from "./mortal"
import { type Site, startProcess } from "./process"

/** What a child process does: the ledger alone, on the database and the service of its parent. */
export type Order = {
  site: Site
  /** An attempt by its name and its customer; without, the job. */
  attempt?: { name: string; customer: Pick<Customer, "cart" | "form"> }
  /** Kills itself at this step. */
  diesAt?: number
}

/** As the kernel would: nothing is closed, no one is told. */
function killMyself(): never {
  process.kill(process.pid, "SIGKILL")
  // The signal arrives before the next statement of this thread does.
  for (;;);
}

async function main(): Promise<void> {
  const { site, attempt, diesAt }: Order = JSON.parse(await firstLine())
  const started = startProcess(site, () => new Date(Date.now() + site.ahead), new Life(diesAt, killMyself))
  if (attempt) {
    const { cart, form } = attempt.customer
    await ATTEMPTS.find(({ name }) => name === attempt.name)?.act(new Customer(cart, form), started)
  } else await started.runJob()
  await started.end()
}

async function firstLine(): Promise<string> {
  let text = ""
  for await (const chunk of process.stdin) {
    text += chunk
    if (text.includes("\n")) break
  }
  return text
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
