import { MedusaAppLoader } from "@medusajs/framework"
import * as database from "@medusajs/test-utils/dist/medusa-test-runner-utils/use-db"
import { testDatabaseServer } from "../../support/database-server"
import type { FilledDatabase } from "../../support/filled-database"

/** Makes Medusa's runner start with a copy of a filled database, so it has nothing to create or migrate. */
export function beginFilled(runner: { create(name: string): Promise<void> }, { template }: FilledDatabase): void {
  jest.spyOn(runner, "create").mockImplementationOnce(async (name) => {
    const server = await testDatabaseServer()
    // A killed run may have left this database on the server of `DATABASE_URL`.
    await server.dropDatabase(name)
    await server.createDatabase(name, template)
  })
  for (const step of ["migrateDatabase", "syncLinks", "migrateSearchIndexes"] as const)
    jest.spyOn(database, step).mockResolvedValueOnce()
  // The runner loads the app twice. Skip the first load, which is only for the search indexes.
  jest.spyOn(MedusaAppLoader.prototype, "load").mockResolvedValueOnce({} as never)
}
