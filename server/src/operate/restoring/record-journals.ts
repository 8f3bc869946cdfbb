import { sql } from 'kysely'
import type { JournalEntry } from '../../engine/core/ports.ts'
import { parseJournal } from '../../engine/journal-entry.ts'
import { recordEntriesIn } from '../../engine/record-entries.ts'
import type { Tx } from '../../platform/database/tables.ts'

/**
 * Adds to the log what engines had written into their journals and not yet into the database when the backup was taken, and
 * applies it to the bids. `journals`: the text of each, by the name of its file. Returns how many entries the database refuses.
 */
export async function recordJournals(tx: Tx, journals: ReadonlyMap<string, string>): Promise<number> {
  let refused = 0
  for (const [, text] of [...journals].toSorted(([one], [other]) =>
    one.localeCompare(other, 'en', { numeric: true }),
  )) {
    for (const entry of parseJournal(text).entries) if (!(await recordOne(tx, entry))) refused += 1
  }
  return refused
}

/** An entry that the database refuses changes nothing, and ends no restore. */
async function recordOne(tx: Tx, entry: JournalEntry): Promise<boolean> {
  await sql`savepoint entry`.execute(tx)
  try {
    await recordEntriesIn(tx, [entry])
    await sql`release savepoint entry`.execute(tx)
    return true
  } catch {
    await sql`rollback to savepoint entry`.execute(tx)
    return false
  }
}
