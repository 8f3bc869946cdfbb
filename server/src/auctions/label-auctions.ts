import { isSameLabel, messages, NOTES } from '@bidwell/contract'
import { sql } from 'kysely'
import type { Ctx } from '../context/ctx.ts'
import type { Acting } from '../http/route.ts'
import { lockAccount } from '../identity/accounts/account-queries.ts'
import { announceChanges } from '../platform/changes/announce-change.ts'
import type { Tx } from '../platform/database/tables.ts'
import { AppError, fieldError } from '../platform/errors.ts'
import { type AuctionRecord, findAuctionsById } from './auction-queries.ts'

type Change = { ids: readonly number[]; add?: string[] | undefined; remove?: string[] | undefined }

/**
 * Removes labels from tracked auctions, adds labels to them, and returns them in any order. It changes all of them or none:
 * throws `not_found` when the account does not track one, and `rule_broken` when an auction or the account would have too
 * many labels.
 */
export async function labelAuctions(
  { db, clock }: Ctx,
  acting: Acting,
  { ids, add = [], remove = [] }: Change,
): Promise<AuctionRecord[]> {
  const { accountId } = acting
  return db.transaction().execute(async (tx) => {
    // Two calls at once would both add the last label that the account may have. Removing an auction takes this lock, too.
    await lockAccount(tx, accountId)
    const all = await labelledAuctions(tx, accountId, ids)
    const chosen = all.filter(({ id }) => ids.includes(id))
    if (chosen.length < new Set(ids).size) throw new AppError('not_found', messages.auction.notFound)

    const known = all.flatMap(({ labels }) => labels)
    const added = add.map((label) => known.find((other) => isSameLabel(other, label)) ?? label)
    const changes = chosen.flatMap(({ id, title, labels: before }) => {
      const labels = withLabels(before, added, remove)
      if (labels.length > NOTES.labelsPerAuction) throw fieldError('add', messages.note.tooManyOnAuction(title))
      return labels.join() === before.join() ? [] : [{ id, labels }]
    })
    const after = new Map([...all, ...changes].map(({ id, labels }) => [id, labels]))
    const count = new Set([...after.values()].flat().map((label) => label.toLowerCase())).size
    if (added.length > 0 && count > NOTES.labelsPerAccount) throw fieldError('add', messages.note.tooManyOfAccount)

    if (changes.length > 0) await acting.inTransaction?.(tx)
    for (const { id, labels } of changes) {
      await tx
        .updateTable('tracked_auctions')
        .set({ labels, updated_at: new Date(clock.now()) })
        .where('id', '=', id)
        .execute()
    }
    await announceChanges(
      tx,
      changes.map(({ id }) => ({ what: 'auction', accountId, auctionId: id })),
    )
    return findAuctionsById(tx, ids)
  })
}

/** The tracked auctions of an account that have labels, and those with these ids. */
const labelledAuctions = (tx: Tx, accountId: number, ids: readonly number[]) =>
  tx
    .selectFrom('tracked_auctions as t')
    .innerJoin('listings as l', 'l.id', 't.listing_id')
    .select(['t.id', 't.labels', 'l.title'])
    .where('t.account_id', '=', accountId)
    .where('t.removed_at', 'is', null)
    .where(sql<boolean>`(t.labels <> '{}' or t.id = any(${ids}::bigint[]))`)
    .orderBy('t.id')
    .execute()

/** The labels that stay, then the new ones. */
function withLabels(before: readonly string[], added: readonly string[], removed: readonly string[]): string[] {
  const labels = before.filter((label) => !removed.some((other) => isSameLabel(other, label)))
  for (const label of added) if (!labels.some((other) => isSameLabel(other, label))) labels.push(label)
  return labels
}
