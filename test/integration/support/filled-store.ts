import { MedusaAppLoader } from "@medusajs/framework"
import * as database from "@medusajs/test-utils/dist/medusa-test-runner-utils/use-db"
import { testDatabaseServer } from "../../support/database-server"
import type { FilledDatabase } from "../../support/filled-database"

/** Has Medusa's runner begin with a copy of a filled database, where nothing is left for it to make or to migrate. */
export function beginFilled(runner: { create(name: string): Promise<void> }, { template }: FilledDatabase): void {
  jest.spyOn(runner, "create").mockImplementationOnce(async (name) => {
    const server = await testDatabaseServer()
    // A run that was killed has left one of this name on a server of somebody's.
    await server.dropDatabase(name)
    await server.createDatabase(name, template)
  })
  for (const step of ["migrateDatabase", "syncLinks", "migrateSearchIndexes"] as const)
    jest.spyOn(database, step).mockResolvedValueOnce()
  // The runner loads the app twice, first for the search indexes alone.
  jest.spyOn(MedusaAppLoader.prototype, "load").mockResolvedValueOnce({} as never)
}
