import { join } from "node:path"
import { brokenAtRest, brokenNow } from "./support/at-rest"
import { Customer } from "./support/customer"
import { customerAt } from "./support/journey"
import { perform } from "./support/model"
import { checkOutOlder } from "./support/older"
import { type Process, startProcess } from "./support/process"
import { describeFaults, type Room } from "./support/room"

const MINUTE = 60_000

/** A version's processes, customers and staff. */
type Version = { startProcess: typeof startProcess; perform: typeof perform; Customer: typeof Customer }
type Side = { version: Version; process: Process }

/** Everyday lives, with the status in which each lease ends. */
const LIVES: [end: string, ...actions: string[]][] = [
  ["delivered", ...["apply", "offer", "contract", "sign", "verify", "place", "the order's event", "ship", "job"]],
  [
    "delivered",
    ...["apply", "offer", "contract", "sign", "job", "job", "job", "ship without a delivery", "report a delivery"],
  ],
  [
    "delivered",
    ...["apply", "offer", "contract", "sign", "verify", "place", "ship", "goods come back", "refund a part"],
  ],
  ["delivered", ...["write an order", "link the order", "apply", "offer", "contract", "sign", "verify", "job", "ship"]],
  ["canceled", ...["apply", "offer", "contract", "sign", "verify", "place, event lost", "job", "cancel the order"]],
  ["canceled", ...["apply", "offer", "contract", "sign", "verify", "place", "cancel the order in code", "job"]],
  ["returned", ...["apply", "offer", "contract", "sign", "verify", "place", "ship", "return the lease"]],
  ["returned", ...["apply", "offer", "contract", "sign", "verify", "place", "ship", "job", "refund"]],
]
const LONGEST = Math.max(...LIVES.map((life) => life.length))

/** Takes one action of a customer's life at this side. Returns messages that nobody should ever get. */
async function act(room: Room, { version, process }: Side, customer: Customer, action: string): Promise<string[]> {
  const own = Object.assign(Object.create(version.Customer.prototype), customer)
  const said = await version.perform({ ...room, main: process }, [own], {
    is: "action",
    action,
    who: 0,
    diesAfter: null,
  })
  Object.assign(customer, own)
  return said
}

describeFaults("two versions on one database", (room) => {
  const older = checkOutOlder()
  const load = (name: string) => require(join(older.folder, "test/faults/support", name))
  const versions: Record<"older" | "newer", Version> = {
    older: { ...load("process"), ...load("model"), ...load("customer") },
    newer: { startProcess, perform, Customer },
  }
  const ends: Process[] = []
  afterEach(() => Promise.all(ends.splice(0).map((process) => process.end())))
  afterAll(() => older.remove())

  it.each([
    ["older", "newer"],
    ["newer", "older"],
  ] as const)(
    `a process of the %s one, then one of the %s one beside it and in its place (${older.commit})`,
    async (first, then) => {
      const side = (name: keyof typeof versions): Side => {
        const process = versions[name].startProcess(room.site(), room.now)
        ends.push(process)
        return { version: versions[name], process }
      }
      const customers: Customer[] = []
      for (const _ of [...LIVES, ...LIVES]) customers.push(await customerAt(room.main, "entered"))
      const sides = [side(first)]
      for (let turn = 0; turn < LONGEST; turn++) {
        if (turn === 3) sides.push(side(then))
        if (turn === 8) sides.shift()
        const lives = customers.map((customer, index) => {
          const action = LIVES[index % LIVES.length]?.[turn + 1]
          const at = sides[(turn + index + Math.floor(index / LIVES.length)) % sides.length] as Side
          return action ? act(room, at, customer, action) : []
        })
        const said = await Promise.all([...lives, ...sides.map(({ process }) => process.runJob().then(() => []))])
        room.pass(3 * MINUTE)
        expect([...said.flat(), ...(await brokenNow(room))]).toEqual([])
      }
      for (const { process } of sides) await process.runJob()
      expect(await brokenAtRest(room)).toEqual([])
      const statuses = await Promise.all(customers.map(async (customer) => (await customer.lease(room.main)).status))
      expect(statuses).toEqual([...LIVES, ...LIVES].map(([end]) => end))
    },
  )
})
