import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { keepRelease, LOG_FOLDER, LOGGING } from './release-statements.ts'
import { startPostgres } from './start-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the test run's own PostgreSQL, with the migrated template as database. */
    databaseUrl: string
  }
}

/** Starts one PostgreSQL for the whole run, with a migrated database that `createTestDatabase` copies. */
export async function setup(project: TestProject) {
  const keeps = process.env['KEEP_RELEASE'] !== undefined
  const server = await startPostgres(keeps ? LOGGING : {})
  project.provide('databaseUrl', server.templateUrl)
  return async () => {
    if (keeps) await keepRelease(join(server.cluster, LOG_FOLDER), server.templateUrl)
    await server[Symbol.asyncDispose]()
  }
}
