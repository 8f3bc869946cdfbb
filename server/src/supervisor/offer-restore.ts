import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { base32 } from '@scure/base'
import { Client } from 'pg'

/** 80 bits, as four groups of four letters and digits. */
const CODE_BYTES = 10

/** What somebody has to know who puts a backup into this installation by its page. */
export const newRestoreCode = (): string =>
  base32.encode(randomBytes(CODE_BYTES)).toLowerCase().match(/.{4}/g)?.join('-') ?? ''

/**
 * Writes the code into the data folder, for its owner alone, and returns it, if the installation has no account. Otherwise there
 * is no code, and the result is null.
 */
export async function offerRestore(ownerUrl: string, dataDir: string, code: string | null): Promise<string | null> {
  const file = join(dataDir, 'restore-code')
  await rm(file, { force: true })
  if (code === null || !(await hasNoAccount(ownerUrl))) return null
  await writeFile(file, `${code}\n`, { mode: 0o600 })
  return code
}

async function hasNoAccount(ownerUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'bidwell supervisor' })
  client.on('error', () => {}) // the query fails with the same error
  await client.connect()
  try {
    const { rows } = await client.query<{ isEmpty: boolean }>('select not exists (select from accounts) as "isEmpty"')
    return rows[0]?.isEmpty === true
  } finally {
    await client.end()
  }
}
