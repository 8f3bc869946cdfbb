import type { Journal, JournalEntry } from '../../src/engine/core/ports.ts'
import { outcomeOfCall } from './call-outside.ts'
import { isAlive } from './processes.ts'
import type { CallOutcome, VirtualProcess } from './virtual-process.ts'
import type { World } from './world.ts'

/** A journal on a disk: it outlives its process, and the next process of the same machine finds it. */
export function journalPort(world: World, process: VirtualProcess): Journal {
  const { journals, incompleteJournals, durableEvents } = world
  const own: JournalEntry[] = []
  journals.set(process.name, own)
  const inTurn = diskQueue(world, process)

  return {
    async append(entries) {
      const outcome = inTurn('append')
      await process.call(outcome, () => {
        // A process that died meanwhile leaves a torn line, which is never read.
        if (process.isAlive()) own.push(...entries)
      })
      for (const [key, bidId] of entries.flatMap(keysOf)) durableEvents.set(key, bidId)
    },
    sync: () => process.call(inTurn('sync'), () => {}),
    orphanedJournals: () =>
      process.call(outcomeOfCall(world, process, 'journal.orphanedJournals'), () => readOrphans(world, process)),
    markIncomplete: () => process.call(inTurn('markIncomplete'), () => void incompleteJournals.add(process.name)),
    setAside: () => process.call(inTurn('setAside'), () => {}),
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
    unreadable: [],
    entries: orphans.flatMap((name) => journals.get(name) ?? []),
    discard: () =>
      process.call(outcomeOfCall(world, process, 'journal.discard'), () => {
        for (const name of orphans) journals.delete(name)
      }),
  }
}

const engineIdOf = (processName: string) => Number(processName.split('#')[1])
