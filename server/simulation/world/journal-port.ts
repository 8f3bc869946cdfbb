import type { Journal, JournalEntry } from '../../src/engine/core/ports.ts'
import { noteBlockedLockIn } from '../faults/begin-outage.ts'
import { DISK_HUNG } from '../faults/fault-windows.ts'
import { outcomeOfCall } from './call-outside.ts'
import { isAlive } from './processes.ts'
import type { CallOutcome, VirtualProcess } from './virtual-process.ts'
import type { World } from './world.ts'

/** How long an engine waits for its disk. A shot waits with it if the database has not taken its lock-in. */
const SLOW_DISK_MS = 2_500

/** A journal on a disk: it outlives its process, and the next process of the same machine finds it. */
export function journalPort(world: World, process: VirtualProcess): Journal {
  const { journals, incompleteJournals, durableEvents } = world
  const own: JournalEntry[] = []
  journals.set(process.name, own)
  const inTurn = diskQueue(world, process)
  /** The bids with entries that no sync has covered. */
  const unsynced = new Set<number>()

  return {
    async append(entries) {
      const outcome = inTurn('append')
      const bidIds = entries.map(({ bidId }) => bidId)
      for (const bidId of bidIds) unsynced.add(bidId)
      noteIfHung(world, outcome, bidIds)
      // An append that hangs records nothing, and keeps the journal from being marked as incomplete.
      if (outcome.kind === 'hangs' || outcome.kind === 'unanswered')
        for (const bidId of bidIds) noteBlockedLockIn(world, bidId)
      await process.call(outcome, () => {
        // A process that died meanwhile leaves a torn line, which is never read.
        if (process.isAlive()) own.push(...entries)
      })
      for (const [key, bidId] of entries.flatMap(keysOf)) durableEvents.set(key, bidId)
    },
    sync() {
      const outcome = inTurn('sync')
      noteIfHung(world, outcome, [...unsynced])
      if (outcome.kind === 'fine') unsynced.clear()
      return process.call(outcome, () => {})
    },
    orphanedJournals: () =>
      process.call(outcomeOfCall(world, process, 'journal.orphanedJournals'), () => readOrphans(world, process)),
    markIncomplete() {
      const outcome = inTurn('markIncomplete')
      noteIfHung(world, outcome, [null])
      if (outcome.kind === 'fails' || outcome.kind === 'unknown') noteBlockedLockIn(world, null)
      return process.call(outcome, () => void incompleteJournals.add(process.name))
    },
    clear: () =>
      process.call(inTurn('clear'), () => {
        own.length = 0
        incompleteJournals.delete(process.name)
      }),
  }
}

/** A disk does one call after the other, in the order in which they were made. */
function diskQueue(world: World, process: VirtualProcess) {
  let lastDoneAt = -Infinity
  return (call: string): CallOutcome => {
    const outcome = outcomeOfCall(world, process, `journal.${call}`)
    lastDoneAt = Math.max(lastDoneAt, world.time.now() + outcome.outMs)
    return { ...outcome, outMs: lastDoneAt - world.time.now() }
  }
}

function noteIfHung({ time, faultWindows }: World, { kind }: CallOutcome, bidIds: readonly (number | null)[]) {
  if (kind !== 'hangs' && kind !== 'unanswered') return
  const faultWindow = { from: time.now(), to: time.now() + SLOW_DISK_MS, reason: DISK_HUNG }
  for (const bidId of bidIds) faultWindows.note(bidId, faultWindow)
}

/** The events of an entry that are certain to get into the log, with their bid. */
const keysOf = ({ bidId, events, progress }: JournalEntry) =>
  events
    .filter(({ detail }) => detail.kind !== 'end_moved' && progress?.to !== 'finished')
    .map(({ key }) => [key, bidId] as const)

function readOrphans(world: World, process: VirtualProcess) {
  const { journals, incompleteJournals } = world
  const [machine = ''] = process.name.split('#')
  const orphans = [...journals.keys()].filter(
    (name) => name.startsWith(`${machine}#`) && !isAlive(world, engineIdOf(name)),
  )
  return {
    completeFor: orphans.filter((name) => !incompleteJournals.has(name)).map(engineIdOf),
    entries: orphans.flatMap((name) => journals.get(name) ?? []),
    discard: () =>
      process.call(outcomeOfCall(world, process, 'journal.discard'), () => {
        for (const name of orphans) journals.delete(name)
      }),
  }
}

const engineIdOf = (processName: string) => Number(processName.split('#')[1])
