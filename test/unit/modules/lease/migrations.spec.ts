import { migrationsInOrder } from "../../../integration/support/migrations"

/**
 * What a process of the previous version couldn't run with: it doesn't fill a new column, and reads and writes the old ones
 * (docs/adr/0027-additive-migrations.md).
 */
function breaking(query: string): string[] {
  const columns = query.split(/\badd\s+column\b/i).slice(1)
  return [
    ...columns.filter((column) => /\bnot\s+null\b/i.test(column) && !/\bdefault\b/i.test(column)),
    ...(/\brename\b|\bset\s+not\s+null\b|\balter\s+column\b[^,;]*\btype\b/i.test(query) ? [query] : []),
  ]
}

it.each([
  `alter table "lease" add column "a" text not null;`,
  `alter table if exists "lease" add column if not exists "a" text null, add column if not exists "b" boolean NOT NULL;`,
  `alter table "lease" rename column "a" to "b";`,
  `alter table "lease" alter column "a" set not null;`,
  `alter table "lease" alter column "a" type bigint;`,
])("%s would break a process of the previous version", (query) => {
  expect(breaking(query)).toHaveLength(1)
})

it.each([
  `alter table "lease" add column "a" text null, add column "b" boolean not null default false;`,
  `create table "lease_a" ("id" text not null);`,
  `alter table "lease" drop constraint "lease_status_check";`,
])("%s wouldn't", (query) => {
  expect(breaking(query)).toEqual([])
})

it("a process of the previous version can run on the tables of every migration after the first", async () => {
  const [first, ...later] = await migrationsInOrder()
  expect(first).toMatchObject({ name: expect.stringMatching(/^Migration\d{14}$/) })
  expect(later.flatMap(({ name, queries }) => queries.flatMap(breaking).map((what) => [name, what]))).toEqual([])
})
