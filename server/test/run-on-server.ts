import { Client } from 'pg'
import { type RoleName, ROLES } from '../src/platform/database/roles.ts'

/** Works with a connection to the administration database of a server that any of its databases names. */
export const withServer = (databaseUrl: string, work: (client: Client) => Promise<unknown>) =>
  withDatabase(new URL('/postgres', databaseUrl).href, work)

/** Works with a connection of its own to a database. */
export async function withDatabase(url: string, work: (client: Client) => Promise<unknown>) {
  const client = new Client(url)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Runs a statement in the administration database of a server that any of its databases names. */
export const runOnServer = (databaseUrl: string, statement: string) =>
  withServer(databaseUrl, (client) => client.query(statement))

/** The URL with which a role connects to a database of the test run's server. */
export function as(role: RoleName, databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.username = ROLES[role]
  return url.href
}
