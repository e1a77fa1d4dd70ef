import { randomUUID } from "node:crypto"
import { withConnection } from "../../../demo/database-server.mjs"
import { testDatabaseServer } from "../../support/database-server"
import { RowCopies } from "../../support/row-copies"

/** Half of the tests begin with rows that were put back: these must be the rows. */
describe("copies of a database's rows", () => {
  const name = `copies_${randomUUID().replaceAll("-", "")}`
  let url: string
  let copies: RowCopies
  beforeAll(async () => {
    url = await (await testDatabaseServer()).createDatabase(name)
    await sql(`
      create table place (id serial primary key, name text, loud text generated always as (upper(name)) stored);
      create table "person at" (id int primary key, place_id int references place);
      insert into place (name) values ('a'), ('b'), ('c'); insert into "person at" values (1, 1), (2, 2)`)
    copies = new RowCopies(url)
    await copies.keep("first")
  })
  afterAll(async () => {
    await copies.end()
    await (await testDatabaseServer()).dropDatabase(name)
  })

  const sql = (query: string) => withConnection(url, async (client) => (await client.query(query)).rows)
  const rows = async () => ({
    places: (await sql("select name, loud from place order by id")).map(({ name, loud }) => name + loud).join(),
    persons: (await sql('select place_id from "person at" order by id')).map((row) => row.place_id).join(),
    next: (await sql("select nextval('place_id_seq') as next"))[0]?.next,
  })
  const FIRST = { places: "aA,bB,cC", persons: "1,2", next: "4" }

  it.each([
    ["added", "insert into place (name) values ('d')"],
    ["changed", "update place set name = 'x' where id = 2"],
    ["removed", `delete from "person at"; delete from place`],
    ["replaced by as many others", `delete from "person at" where id = 2; insert into "person at" values (3, 3)`],
    ["removed and written again", `delete from "person at"; insert into "person at" values (1, 1), (2, 2)`],
    ["written, and taken back", "begin; update place set name = 'x'; rollback"],
  ])("have the rows of before where some were %s", async (_, change) => {
    await sql(change)
    await copies.putBack("first")
    expect(await rows()).toEqual(FIRST)
  })

  it("know several moments apart, in any order", async () => {
    await copies.putBack("first")
    await sql("update place set name = 'x' where id = 1; select nextval('place_id_seq')")
    await copies.keep("second")
    await sql(`delete from "person at"`)
    await copies.keep("third")
    const second = { places: "xX,bB,cC", persons: "1,2", next: "5" }
    for (const [kept, held] of [
      ["first", FIRST],
      ["third", { ...second, persons: "" }],
      ["second", second],
      ["second", second],
      ["third", { ...second, persons: "" }],
      ["first", FIRST],
    ] as const) {
      await copies.putBack(kept)
      expect([kept, await rows()]).toEqual([kept, held])
    }
  })
})
