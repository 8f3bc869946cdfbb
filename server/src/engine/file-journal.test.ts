import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { expect, test } from 'vitest'
import type { JournalEntry } from './core/ports.ts'
import type { EngineName } from './engine-folder.ts'
import { openFileJournal } from './file-journal.ts'

const FIRST = { engineId: 1, startedAt: 1_000 }
const SECOND = { engineId: 2, startedAt: 2_000 }
const THIRD = { engineId: 3, startedAt: 3_000 }

async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'bidwell-journal-'))
  const open = (owner: EngineName, dead: EngineName[] = []) =>
    openFileJournal({
      folder,
      owner,
      inTurn: pLimit(1),
      findDeadOwners: async (owners) =>
        owners.filter((other) => dead.some(({ engineId }) => engineId === other.engineId)),
    })
  const pathOf = ({ engineId, startedAt }: EngineName) => join(folder, `journal-${engineId}-${startedAt}.ndjson`)
  return { folder, open, pathOf, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

function anEntry(bidId: number): JournalEntry {
  const event = { key: randomUUID(), bidId, at: 5, uncertaintyMs: 1.5, engineId: 1, fence: 3 }
  const detail = { kind: 'checking', because: 'reset' } as const
  return { bidId, fence: 3, events: [{ ...event, detail }], progress: { to: 'executed', at: 5 } }
}

test('The entries of a dead engine are read by the next engine, in order', async () => {
  await using it = await aFolder()
  await using first = it.open(FIRST)
  const entries = [1, 2, 3, 4].map(anEntry)
  await Promise.all(entries.map((entry) => first.append([entry])))
  await using second = it.open(SECOND, [FIRST])
  expect(await second.orphanedJournals()).toMatchObject({ completeFor: [1], entries })
})

test('The journal of an engine that may still run is neither read nor discarded', async () => {
  await using it = await aFolder()
  await using first = it.open(FIRST)
  await first.append([anEntry(1)])
  await using second = it.open(SECOND)
  const left = await second.orphanedJournals()
  expect(left).toMatchObject({ completeFor: [], entries: [] })
  await left.discard()
  expect(existsSync(it.pathOf(FIRST))).toBe(true)
})

test('A torn last line is skipped, and the journal counts as complete', async () => {
  await using it = await aFolder()
  await using first = it.open(FIRST)
  const [one, other] = [anEntry(1), anEntry(2)]
  await first.append([one, other])
  await appendFile(it.pathOf(FIRST), JSON.stringify(anEntry(3)).slice(0, 40))
  await using second = it.open(SECOND, [FIRST])
  const left = await second.orphanedJournals()
  expect(left).toMatchObject({ completeFor: [1], entries: [one, other], unreadable: [] })
  await left.discard()
  expect(existsSync(it.pathOf(FIRST))).toBe(false)
})

test.each([
  ['has another shape', '{"bidId":1,"fence":3}\n'],
  ['is torn', `${JSON.stringify(anEntry(3)).slice(0, 40)}\n`],
  ['is empty memory', '\0\0\0\0\n'],
])('A journal in which a line before the last %s is incomplete, and is kept', async (_, line) => {
  await using it = await aFolder()
  await using first = it.open(FIRST)
  await using bystander = it.open(THIRD)
  const [one, other, ofBystander] = [anEntry(1), anEntry(2), anEntry(4)]
  await first.append([one])
  await appendFile(it.pathOf(FIRST), line)
  await first.append([other])
  await bystander.append([ofBystander])
  await using second = it.open(SECOND, [FIRST, THIRD])
  const left = await second.orphanedJournals()
  const kept = 'unreadable-journal-1-1000.ndjson'
  expect(left).toMatchObject({ completeFor: [3], entries: [one, other, ofBystander], unreadable: [kept] })
  await left.discard()
  await left.discard()
  expect(await readFile(join(it.folder, kept), 'utf8')).toContain(line)
  expect(existsSync(it.pathOf(THIRD))).toBe(false)
  expect(await second.orphanedJournals()).toMatchObject({ entries: [], unreadable: [] })
})

test('An entry that is set aside is kept in a file that no engine reads or deletes', async () => {
  await using it = await aFolder()
  const first = it.open(FIRST)
  const entry = anEntry(1)
  await first.setAside(entry)
  await first.clear()
  await first[Symbol.asyncDispose]()
  await using second = it.open(SECOND, [FIRST])
  const left = await second.orphanedJournals()
  expect(left.entries).toEqual([])
  await left.discard()
  const kept = await readFile(join(it.folder, 'rejected-1-1000.ndjson'), 'utf8')
  expect(
    kept
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([entry])
})

test('Clearing and discarding leave no file on the disk', async () => {
  await using it = await aFolder()
  const first = it.open(FIRST)
  await first.append([anEntry(1)])
  await first[Symbol.asyncDispose]()
  const second = it.open(SECOND, [FIRST])
  const left = await second.orphanedJournals()
  expect(left.entries).toHaveLength(1)
  await second.append([anEntry(2)])
  await second.clear()
  await left.discard()
  await second[Symbol.asyncDispose]()
  expect(await readdir(it.folder)).toEqual([])
})

test('An orphaned journal stays on the disk until it is discarded', async () => {
  await using it = await aFolder()
  await using first = it.open(FIRST)
  await first.append([anEntry(1)])
  await using second = it.open(SECOND, [FIRST])
  await second.orphanedJournals()
  await second.clear()
  expect((await second.orphanedJournals()).entries).toHaveLength(1)
})

test('An entry that is appended while the journal is being cleared is kept', async () => {
  await using it = await aFolder()
  await using first = it.open(FIRST)
  const [one, two, three] = [anEntry(1), anEntry(2), anEntry(3)]
  await Promise.all([first.append([one]), first.append([two]), first.clear(), first.append([three]), first.sync()])
  await using second = it.open(SECOND, [FIRST])
  expect((await second.orphanedJournals()).entries).toEqual([three])
})

test('A journal that is marked as incomplete stays so until it is cleared', async () => {
  await using it = await aFolder()
  await using first = it.open(FIRST)
  await using second = it.open(SECOND, [FIRST])
  const [one, other] = [anEntry(1), anEntry(2)]
  await first.append([one])
  await first.markIncomplete()
  await first.append([other])
  expect(await second.orphanedJournals()).toMatchObject({ completeFor: [], entries: [one, other] })
  await first.clear()
  await first.append([one])
  expect(await second.orphanedJournals()).toMatchObject({ completeFor: [1], entries: [one] })
  await first.markIncomplete()
  await (await second.orphanedJournals()).discard()
  expect(await readdir(it.folder)).toHaveLength(1)
})

test('An append to a journal that cannot be written rejects', async () => {
  await using it = await aFolder()
  const first = it.open(FIRST)
  await first[Symbol.asyncDispose]()
  await expect(first.append([anEntry(1)])).rejects.toThrow()
})
