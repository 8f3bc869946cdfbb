import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { hashSecret } from '../platform/secrets.ts'

const TOKEN_BYTES = 32

/**
 * A new token that appoints the first administrator within a day; null once somebody administers the installation. It
 * replaces the token of an earlier start. The database keeps its hash alone.
 */
export async function issueAppointment(ownerUrl: string): Promise<string | null> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const client = new Client({ connectionString: ownerUrl, application_name: 'bidwell supervisor' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `insert into appointment_tokens (token_hash, expires_at)
       select $1, clock_timestamp() + interval '24 h'
        where not exists (select from administrators join accounts on accounts.id = account_id
                           where email_verified_at is not null)
           on conflict (is_only) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
      [hashSecret(token)],
    )
    return rowCount === 1 ? token : null
  } finally {
    await client.end()
  }
}
