import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * A token of the installation with other claims and a valid signature, so that a story need not wait until a token or a
 * session has nearly ended. `data` is the installation's data folder.
 */
export async function reSignToken(token: string, claims: object, data: string): Promise<string> {
  const keys = await readFile(join(data, 'keys.env'), 'utf8')
  const key = Buffer.from(/^SESSION_KEYS=[\w-]+:([\w+/]+=)/m.exec(keys)?.[1] ?? '', 'base64')
  const [head = ''] = token.split('.')
  const body = Buffer.from(JSON.stringify({ ...claimsOf(token), ...claims })).toString('base64url')
  const text = `${head}.${body}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

export const claimsOf = (
  token: string,
): {
  sid: string
  exp: number
  session_exp: number
  remember_me: boolean
} => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
