import type { Journal, JournalEntry } from '../core/ports.ts'
import { DISK_HUNG } from './trouble-spells.ts'
import type { Fate, VirtualProcess } from './virtual-process.ts'
import type { World } from './world.ts'

/** As long as the engine waits for its disk, and with it a shot whose lock-in the database did not take. */
const SLOW_DISK_MS = 2_500

/** A disk: what is on it stays when the process dies, and is found by the next one of the same machine. */
export function journalPort(world: World, process: VirtualProcess): Journal {
  const { disks, gaps, time, spells, safe } = world
  const own: JournalEntry[] = []
  disks.set(process.name, own)
  const [machine = ''] = process.name.split('#')
  /** One after the other, in the order of asking. */
  let lastAt = -Infinity
  function inTurn(call: string): Fate {
    const fate = world.fateOf(process, `journal.${call}`)
    lastAt = Math.max(lastAt, time.now() + fate.outMs)
    return { ...fate, outMs: lastAt - time.now() }
  }

  /** A line that its process did not live to finish is torn, and never read. */
  const write = (entries: readonly JournalEntry[]) => {
    if (process.isAlive()) own.push(...entries)
  }

  function noteIfSlow({ kind }: Fate, bidIds: readonly (number | null)[]) {
    if (kind !== 'hangs' && kind !== 'mute') return
    const spell = { from: time.now(), to: time.now() + SLOW_DISK_MS, why: DISK_HUNG }
    for (const bidId of bidIds) spells.note(bidId, spell)
  }

  /** Whose lines a wait for the disk is about. */
  const unsynced = new Set<number>()

  return {
    async append(entries) {
      const fate = inTurn('append')
      const bidIds = entries.map(({ bidId }) => bidId)
      for (const bidId of bidIds) unsynced.add(bidId)
      noteIfSlow(fate, bidIds)
      await process.call(fate, () => write(entries))
      for (const { bidId, events, progress } of entries)
        for (const { key, detail } of events)
          if (detail.kind !== 'end_moved' && progress?.to !== 'finished') safe.set(key, bidId)
    },
    sync() {
      const fate = inTurn('sync')
      noteIfSlow(fate, [...unsynced])
      if (fate.kind === 'fine') unsynced.clear()
      return process.call(fate, () => {})
    },
    leftovers: () =>
      process.call(world.fateOf(process, 'journal.leftovers'), () => {
        const left = [...disks.keys()].filter(
          (name) => name.startsWith(`${machine}#`) && !world.isConnected(engineIdOf(name)),
        )
        return {
          wholeOf: left.filter((name) => !gaps.has(name)).map(engineIdOf),
          entries: left.flatMap((name) => disks.get(name) ?? []),
          discard: () =>
            process.call(world.fateOf(process, 'journal.discard'), () => {
              for (const name of left) disks.delete(name)
            }),
        }
      }),
    markGap() {
      const fate = inTurn('markGap')
      noteIfSlow(fate, [null])
      if (fate.kind === 'fails' || fate.kind === 'unknown') world.noteNowhere()
      return process.call(fate, () => void gaps.add(process.name))
    },
    clear: () =>
      process.call(inTurn('clear'), () => {
        own.length = 0
        gaps.delete(process.name)
      }),
  }
}

const engineIdOf = (disk: string) => Number(disk.split('#')[1])
