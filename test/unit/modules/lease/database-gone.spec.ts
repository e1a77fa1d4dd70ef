import { isDatabaseGone, throughFailover } from "../../../../src/modules/lease/tables/database-gone"

const coded = (code: string) => Object.assign(new Error("as it was said"), { code })

describe("a database that is gone for a moment", () => {
  it.each<[string, unknown]>([
    ["the server is going away", coded("57P01")],
    ["the server does not take connections yet", coded("57P03")],
    ["the connection broke", coded("08006")],
    ["there are too many connections", coded("53300")],
    ["no listener", coded("ECONNREFUSED")],
    ["the network cut it", coded("ECONNRESET")],
    ["the driver lost it", new Error("Connection terminated unexpectedly")],
    ["the pool is used up", new Error("Knex: Timeout acquiring a connection. The pool is probably full.")],
    ["another error was thrown because of it", new Error("it failed", { cause: coded("57P01") })],
  ])("is told by its error: %s", (_what, error) => {
    expect(isDatabaseGone(error)).toBe(true)
  })

  it.each<[string, unknown]>([
    ["a rule of a table", coded("23505")],
    ["an error of ours", new Error("No lease could be opened.")],
    ["nothing", undefined],
    ["a text", "57P01"],
  ])("is not %s", (_what, error) => {
    expect(isDatabaseGone(error)).toBe(false)
  })

  it("is waited for, and what has to be written is written then", async () => {
    let tries = 0
    const write = async () => {
      tries++
      if (tries < 3) throw coded("57P01")
      return "written"
    }
    expect(await throughFailover(write, [0, 0, 0])).toBe("written")
  })

  it("is waited for so long and no longer; any other error is thrown at once", async () => {
    let tries = 0
    const failing = (error: Error) => async () => {
      tries++
      throw error
    }
    await expect(throughFailover(failing(coded("57P01")), [0, 0])).rejects.toThrow("as it was said")
    expect(tries).toBe(3)
    await expect(throughFailover(failing(coded("23505")), [0, 0])).rejects.toThrow("as it was said")
    expect(tries).toBe(4)
  })
})
