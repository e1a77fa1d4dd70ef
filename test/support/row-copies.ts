import { Client } from "@medusajs/framework/pg"

const DEADLOCK = "40P01"

/** Rows that no test changes once the tables are there: a look at them would only cost time. */
const LASTING = ["mikro_orm_migrations", "link_module_migrations", "script_migrations"]

/** The copy of a table without rows. */
const NO_ROWS = ""
/** The mark of such a table: see {@link RowCopies.marks}. */
const NO_MARK = "0 0"

/** The rows of all tables under a name: for each table the schema in which its copy lies, for each sequence where it stands. */
type Kept = { copies: Map<string, string>; sequences: Map<string, string | null> }

/**
 * Copies of all rows of a database, kept in schemas of the same database. They are put back in some ms: no table is made anew, no connection is
 * lost, as it is where a database is copied whole, and tables whose rows are there already are left alone. Wants a superuser, because
 * references are not checked meanwhile, and tables that stay the same.
 */
export class RowCopies {
  private client: Promise<Client> | undefined
  private tables: { name: string; columns: string }[] | undefined
  private readonly kept = new Map<string, Kept>()
  /** For each table the copy that it was last made or filled from, and its mark then. */
  private readonly known = new Map<string, { copy: string; mark: string }>()
  private schemas = 0

  constructor(private readonly url: string) {}

  /** Keeps the rows as they are now under a name. */
  async keep(name: string): Promise<void> {
    const { marks, sequences } = await this.marks()
    const copies = new Map([...marks].map(([table, mark]) => [table, this.copyOf(table, mark)]))
    const changed = [...marks].filter(([table]) => copies.get(table) === undefined)
    this.schemas += 1
    const schema = `kept ${this.schemas}`
    await this.run(
      [
        `create schema ${quoted(schema)}`,
        ...changed.map(([table]) => `create table ${quoted(schema, table)} as table ${quoted("public", table)}`),
      ].join(";"),
    )
    for (const [table, mark] of changed) this.known.set(table, { copy: schema, mark })
    this.kept.set(name, { copies: new Map([...copies].map(([table, copy]) => [table, copy ?? schema])), sequences })
  }

  /** Has the rows as they were when they were kept under the name. */
  async putBack(name: string): Promise<void> {
    const kept = this.kept.get(name)
    if (!kept) throw new Error(`Nothing was kept as ${name}.`)
    const { marks, sequences } = await this.marks()
    const changed = (this.tables ?? []).filter(
      ({ name: table }) => this.copyOf(table, marks.get(table)) !== kept.copies.get(table),
    )
    const moved = [...kept.sequences].filter(([sequence, value]) => sequences.get(sequence) !== value)
    if (changed.length + moved.length === 0) return
    const results = await this.run(
      [
        "set local session_replication_role = replica",
        ...changed.map(({ name: table }) => `delete from ${quoted("public", table)}`),
        ...changed.flatMap(({ name: table, columns }) => {
          const copy = kept.copies.get(table)
          return copy
            ? `insert into ${quoted("public", table)} (${columns}) select ${columns} from ${quoted(copy, table)}`
            : []
        }),
        ...moved.map(([sequence, value]) => {
          const place = `'${quoted("public", sequence)}'`
          return `select setval(${place}, ${value ?? 1}, ${value !== null})`
        }),
        marksOf(changed.map(({ name: table }) => table)),
      ].join(";"),
    )
    for (const { name: table, mark } of results.at(-1)?.rows ?? [])
      this.known.set(table, { copy: kept.copies.get(table) ?? NO_ROWS, mark })
  }

  async end(): Promise<void> {
    const client = await this.client?.catch(() => undefined)
    this.client = undefined
    await client?.end()
  }

  /** The copy that has the rows of a table with this mark. */
  private copyOf(table: string, mark: string | undefined): string | undefined {
    if (mark === NO_MARK) return NO_ROWS
    const known = this.known.get(table)
    return known?.mark === mark ? known?.copy : undefined
  }

  /**
   * A mark for each table, which every change of its rows changes: how many there are, and the sum of the transactions that wrote them, of which each
   * has a greater number than those before.
   */
  private async marks(): Promise<{ marks: Map<string, string>; sequences: Map<string, string | null> }> {
    this.tables ??= (await this.run(TABLES)).at(-1)?.rows ?? []
    const results = await this.run({ name: "marks", text: marksOf(this.tables.map(({ name }) => name)) })
    const standing = await this.run({ name: "sequences", text: SEQUENCES })
    const pairs = <T>(rows: { name: string; mark: T }[] = []) => new Map(rows.map(({ name, mark }) => [name, mark]))
    return { marks: pairs<string>(results.at(-1)?.rows), sequences: pairs<string | null>(standing.at(-1)?.rows) }
  }

  /** Answers each statement's result. PostgreSQL ends one of two that wait for each other. The store may still be at work, so it is this one's turn to wait. */
  private async run(statement: string | { name: string; text: string }, tries = 5): Promise<{ rows: Row[] }[]> {
    try {
      const client = await this.connected()
      return [await client.query(typeof statement === "string" ? { text: statement } : statement)].flat()
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || tries === 1) throw error
      return this.run(statement, tries - 1)
    }
  }

  /** Tests cut connections, this one too. */
  private connected(): Promise<Client> {
    this.client ??= (async () => {
      const client = new Client({ connectionString: this.url })
      const forget = () => {
        this.client = undefined
      }
      client.on("error", forget).on("end", forget)
      await client.connect()
      return client
    })()
    return this.client
  }
}

// biome-ignore lint/suspicious/noExplicitAny: as the driver has it
type Row = any

const TABLES = `
  select c.relname::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in (${LASTING.map((name) => `'${name}'`).join(", ")})
  group by c.relname`

const SEQUENCES = "select sequencename::text as name, last_value as mark from pg_sequences where schemaname = 'public'"

function marksOf(tables: string[]): string {
  const marks = tables.map(
    (table) => `select '${table}' as name, count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) as mark
      from ${quoted("public", table)}`,
  )
  return marks.join(" union all ") || "select 1 where false"
}

function quoted(...names: string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join(".")
}
