import type { Journal, JournalEntry } from '../../src/engine/core/ports.ts'
import { DISK_HUNG } from '../faults/fault-windows.ts'
import type { CallOutcome, VirtualProcess } from './virtual-process.ts'
import type { World } from './world.ts'

/** As long as the engine waits for its disk, and with it a shot whose lock-in the database did not take. */
const SLOW_DISK_MS = 2_500

/** A disk: what is on it stays when the process dies, and is found by the next one of the same machine. */
export function journalPort(world: World, process: VirtualProcess): Journal {
  const { disks, gaps, time, faultWindows, safe } = world
  const own: JournalEntry[] = []
  disks.set(process.name, own)
  const [machine = ''] = process.name.split('#')
  /** One after the other, in the order of asking. */
  let lastAt = -Infinity
  function inTurn(call: string): CallOutcome {
    const outcome = world.outcomeOf(process, `journal.${call}`)
    lastAt = Math.max(lastAt, time.now() + outcome.outMs)
    return { ...outcome, outMs: lastAt - time.now() }
  }

  /** A line that its process did not live to finish is torn, and never read. */
  const write = (entries: readonly JournalEntry[]) => {
    if (process.isAlive()) own.push(...entries)
  }

  function noteIfSlow({ kind }: CallOutcome, bidIds: readonly (number | null)[]) {
    if (kind !== 'hangs' && kind !== 'mute') return
    const faultWindow = { from: time.now(), to: time.now() + SLOW_DISK_MS, why: DISK_HUNG }
    for (const bidId of bidIds) faultWindows.note(bidId, faultWindow)
  }

  /** Whose lines a wait for the disk is about. */
  const unsynced = new Set<number>()

  return {
    async append(entries) {
      const outcome = inTurn('append')
      const bidIds = entries.map(({ bidId }) => bidId)
      for (const bidId of bidIds) unsynced.add(bidId)
      noteIfSlow(outcome, bidIds)
      await process.call(outcome, () => write(entries))
      for (const { bidId, events, progress } of entries)
        for (const { key, detail } of events)
          if (detail.kind !== 'end_moved' && progress?.to !== 'finished') safe.set(key, bidId)
    },
    sync() {
      const outcome = inTurn('sync')
      noteIfSlow(outcome, [...unsynced])
      if (outcome.kind === 'fine') unsynced.clear()
      return process.call(outcome, () => {})
    },
    orphanedJournals: () =>
      process.call(world.outcomeOf(process, 'journal.leftovers'), () => {
        const left = [...disks.keys()].filter(
          (name) => name.startsWith(`${machine}#`) && !world.isConnected(engineIdOf(name)),
        )
        return {
          completeFor: left.filter((name) => !gaps.has(name)).map(engineIdOf),
          entries: left.flatMap((name) => disks.get(name) ?? []),
          discard: () =>
            process.call(world.outcomeOf(process, 'journal.discard'), () => {
              for (const name of left) disks.delete(name)
            }),
        }
      }),
    markIncomplete() {
      const outcome = inTurn('markIncomplete')
      noteIfSlow(outcome, [null])
      if (outcome.kind === 'fails' || outcome.kind === 'unknown') world.noteNowhere()
      return process.call(outcome, () => void gaps.add(process.name))
    },
    clear: () =>
      process.call(inTurn('clear'), () => {
        own.length = 0
        gaps.delete(process.name)
      }),
  }
}

const engineIdOf = (disk: string) => Number(disk.split('#')[1])
