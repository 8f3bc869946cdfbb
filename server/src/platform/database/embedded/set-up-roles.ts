import type { Client } from 'pg'
import { ROLE_NAMES, ROLES } from '../roles.ts'
import { type Passwords, scramVerifier } from './role-passwords.ts'

/** Makes the product's roles, each an ordinary one with its password. Run it as superuser, in any database. */
export async function setUpRoles(client: Client, passwords: Passwords): Promise<void> {
  for (const name of ROLE_NAMES) {
    const role = client.escapeIdentifier(ROLES[name])
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [ROLES[name]])
    if (rowCount === 0) await client.query(`create role ${role}`)
    // Not the password itself: a statement can end up in the server's log.
    const verifier = client.escapeLiteral(scramVerifier(passwords[name]))
    await client.query(`alter role ${role} with login password ${verifier}
      nosuperuser nocreatedb nocreaterole noreplication nobypassrls`)
  }
}

/**
 * Lets the owner role make tables in this database, and nobody but the product's roles connect. Nobody may make schemas, and so
 * no extensions. Run it as superuser.
 */
export async function giveToOwner(client: Client, database: string): Promise<void> {
  const owner = ROLES.owner
  await client.query(`alter schema public owner to ${owner}`)
  await client.query(`create schema if not exists graphile_worker authorization ${owner}`)

  const roles = Object.values(ROLES).join(', ')
  for (const name of ['postgres', 'template1', database]) {
    await client.query(`revoke all on database ${client.escapeIdentifier(name)} from public`)
  }
  await client.query(`grant connect on database ${client.escapeIdentifier(database)} to ${roles}`)
}
