import type { ModelDatabase } from './model-database.ts'

/** Stores or replaces an account's login. */
export function storeLogin(database: ModelDatabase, accountId: number) {
  database.lastLoginVersion += 1
  database.loginVersions.set(accountId, database.lastLoginVersion)
}

export function removeLogin({ loginVersions }: ModelDatabase, accountId: number) {
  loginVersions.delete(accountId)
}
