import { isDatabaseGone, throughFailover } from "../../../../src/modules/lease/tables/failover"

const coded = (code: string) => Object.assign(new Error("as it was said"), { code })

describe("a database that is gone for a moment", () => {
  it.each<[boolean, string, unknown]>([
    [true, "the server is going away", coded("57P01")],
    [true, "the server does not take connections yet", coded("57P03")],
    [true, "the connection broke", coded("08006")],
    [true, "there are too many connections", coded("53300")],
    [true, "no listener", coded("ECONNREFUSED")],
    [true, "the network cut it", coded("ECONNRESET")],
    [true, "the driver lost it", new Error("Connection terminated unexpectedly")],
    [true, "the pool is used up", new Error("Knex: Timeout acquiring a connection. The pool is probably full.")],
    [true, "another error was thrown because of it", new Error("it failed", { cause: coded("57P01") })],
    [false, "a rule of a table", coded("23505")],
    [false, "an error of ours", new Error("No lease could be opened.")],
    [false, "nothing", undefined],
    [false, "a text", "57P01"],
  ])("a lost database is recognized by its error: %s for %s", (isGone, _what, error) => {
    expect(isDatabaseGone(error)).toBe(isGone)
  })

  it("a write that must not be lost waits for the database", async () => {
    const write = jest.fn(async () => "written")
    write.mockRejectedValueOnce(coded("57P01")).mockRejectedValueOnce(coded("57P01"))
    expect(await throughFailover(write, [0, 0, 0])).toBe("written")
  })

  it.each([
    ["is waited for only this long", "57P01", 3],
    ["is not waited for after another error", "23505", 1],
  ])("%s", async (_, code, tries) => {
    const write = jest.fn().mockRejectedValue(coded(code))
    await expect(throughFailover(write, [0, 0])).rejects.toThrow("as it was said")
    expect(write).toHaveBeenCalledTimes(tries)
  })
})
