import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose'

type Claims = { sid: string; exp: number; session_exp: number; remember_me: boolean }

/**
 * A token of the installation with other claims and a valid signature, so that a story need not wait until a token or a
 * session has nearly ended. `data` is the installation's data folder.
 */
export async function reSignToken(token: string, claims: object, data: string): Promise<string> {
  const keys = await readFile(join(data, 'keys.env'), 'utf8')
  const key = Buffer.from(/^SESSION_KEYS=[\w-]+:([\w+/]+=)/m.exec(keys)?.[1] ?? '', 'base64')
  const { alg = '', ...header } = decodeProtectedHeader(token)
  return new SignJWT({ ...claimsOf(token), ...claims }).setProtectedHeader({ alg, ...header }).sign(key)
}

export const claimsOf = (token: string): Claims => decodeJwt<Claims>(token)
