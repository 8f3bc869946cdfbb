import type { TestProject } from 'vitest/node'
import { startPostgres } from './start-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the test run's own PostgreSQL, with the migrated template as database. */
    databaseUrl: string
  }
}

/** Starts one PostgreSQL for the whole run, with a migrated database that `createTestDatabase` copies. */
export async function setup(project: TestProject) {
  const server = await startPostgres()
  project.provide('databaseUrl', server.templateUrl)
  return () => server[Symbol.asyncDispose]()
}
