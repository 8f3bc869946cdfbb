import type { Tx } from './database/tables.ts'

/** Uses up what a hash stands for, which counts once. Returns false when it has been used: of concurrent calls, one gets true. */
export async function spendHash(tx: Tx, hash: Buffer, expiresAt: number): Promise<boolean> {
  const row = await tx
    .insertInto('used_once')
    .values({ hash, expires_at: new Date(expiresAt) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}
