import { Client } from "@medusajs/framework/pg"

const DEADLOCK = "40P01"

/** Tests don't change these tables, so they aren't copied. */
const LASTING = ["mikro_orm_migrations", "link_module_migrations", "script_migrations"]

/**
 * Copies all rows of a database into schemas of the same database. Restoring them takes only milliseconds. Restoring a whole database would recreate
 * its tables and close its connections. Needs a superuser to turn off foreign key checks during a restore.
 */
export class RowCopies {
  private client: Promise<Client> | undefined

  constructor(private readonly url: string) {}

  async keep(name: string): Promise<void> {
    await this.run(`
      do $do$
      declare source record; filled boolean;
      begin
        drop schema if exists ${quoted(name)} cascade;
        create schema ${quoted(name)};
        for source in ${TABLES} loop
          continue when source.unused;
          execute format('select exists (select from public.%I)', source.name) into filled;
          if filled then execute format('create table ${quoted(name)}.%I as table public.%I', source.name, source.name); end if;
        end loop;
        create table ${quoted(name)}."kept sequences" as
          select sequencename::text as name, last_value from pg_sequences where schemaname = 'public';
      end $do$`)
  }

  async putBack(name: string): Promise<void> {
    await this.run(`
      do $do$
      declare source record; kept record;
      begin
        set local session_replication_role = replica;
        for source in ${TABLES} loop
          continue when source.unused and to_regclass(format('${quoted(name)}.%I', source.name)) is null;
          execute format('delete from public.%I', source.name);
          if to_regclass(format('${quoted(name)}.%I', source.name)) is not null then
            execute format('insert into public.%1$I (%2$s) select %2$s from ${quoted(name)}.%1$I', source.name, source.columns);
          end if;
        end loop;
        for kept in select * from ${quoted(name)}."kept sequences" loop
          perform setval(format('public.%I', kept.name), coalesce(kept.last_value, 1), kept.last_value is not null);
        end loop;
      end $do$`)
  }

  async end(): Promise<void> {
    const client = await this.client?.catch(() => undefined)
    this.client = undefined
    await client?.end()
  }

  /** Retries after a deadlock with the store, which may still be working. */
  private async run(statement: string, tries = 5): Promise<void> {
    try {
      await (await this.connected()).query(statement)
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK || tries === 1) throw error
      await this.run(statement, tries - 1)
    }
  }

  /** Tests close connections, including this one, so reconnect if needed. */
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

/** The tables to copy. `unused` is true if nothing was ever written to the table, as with half of Medusa's. Skipping unused tables saves time. */
const TABLES = `
  select c.relname::text as name, pg_relation_size(c.oid) = 0 as unused, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in (${LASTING.map((name) => `'${name}'`).join(", ")})
  group by c.oid, c.relname`

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
