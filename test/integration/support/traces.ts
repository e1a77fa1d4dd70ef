import { logger } from "@medusajs/framework/logger"
import type { LeaseStore } from "./lease-store"

/** Returns everything that the store logs while `work` runs, at the most verbose level. */
export async function logOf(work: () => Promise<unknown>): Promise<string> {
  const written: string[] = []
  const record = (...parts: unknown[]) => {
    written.push(parts.map(String).join(" "))
    return true
  }
  const spies = [
    ...(["log", "info", "warn", "error", "debug"] as const).map((level) =>
      jest.spyOn(console, level).mockImplementation(record),
    ),
    jest.spyOn(process.stdout, "write").mockImplementation(record),
    jest.spyOn(process.stderr, "write").mockImplementation(record),
  ]
  logger.setLogLevel("silly")
  try {
    await work()
  } finally {
    logger.unsetLogLevel()
    for (const spy of spies) spy.mockRestore()
  }
  return written.join("\n")
}

export async function databaseOf(store: LeaseStore): Promise<string> {
  const tables = await store.sql("select table_name from information_schema.tables where table_schema = 'public'")
  const rows = await Promise.all(tables.map(({ table_name }) => store.sql(`select * from "${table_name}"`)))
  return JSON.stringify(rows)
}
