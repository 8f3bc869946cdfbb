import { createHash } from 'node:crypto'
import type { AccountRow } from '../platform/database/tables.ts'

/**
 * How authenticators name an account, in base64url. It does not change, so that a device replaces its passkey for the
 * account instead of collecting several, and it says nothing about the person.
 */
export const userHandleOf = ({ id, created_at: createdAt }: Pick<AccountRow, 'id' | 'created_at'>): string =>
  createHash('sha256').update(`bidwell passkeys of ${id} since ${createdAt.getTime()}`).digest('base64url')
