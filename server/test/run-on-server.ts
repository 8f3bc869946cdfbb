import { Client } from 'pg'

/** Runs a statement in the administration database of a server that any of its databases names. */
export async function runOnServer(databaseUrl: string, statement: string) {
  const client = new Client(new URL('/postgres', databaseUrl).href)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
