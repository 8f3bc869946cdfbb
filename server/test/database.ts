import { inject } from 'vitest'
import { copyDatabase, type TestDatabase } from './copy-database.ts'
import { TEMPLATE } from './start-postgres.ts'

type Options = {
  /** Without even the migrations. */
  bare?: boolean
}

/** A migrated, empty database of its own on the test run's PostgreSQL. */
export const createTestDatabase = ({ bare = false }: Options = {}): Promise<TestDatabase> =>
  copyDatabase(inject('databaseUrl'), bare ? 'template0' : TEMPLATE)

export type { TestDatabase } from './copy-database.ts'
