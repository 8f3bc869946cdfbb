import { type FileHandle, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { coalesce } from '../platform/coalesce.ts'
import type { Journal, OrphanedJournals } from './core/ports.ts'
import { formatEntry, parseEntry } from './journal-entry.ts'

/** The engine that a journal belongs to. Its start distinguishes it from an engine of another database. */
export type JournalOwner = { engineId: number; startedAt: number }

type Options = {
  folder: string
  owner: JournalOwner
  /** Returns the owners that will never write again. */
  findDeadOwners: FindDeadOwners
}

type FindDeadOwners = <Owner extends JournalOwner>(owners: readonly Owner[]) => Promise<Owner[]>

/** An incomplete journal is marked in its name, because a file can be renamed even on a full disk. */
const FILE_NAME = /^journal-(\d+)-(\d+)(\.gap)?\.ndjson$/
const fileNameOf = ({ engineId, startedAt }: JournalOwner, isIncomplete = false) =>
  `journal-${engineId}-${startedAt}${isIncomplete ? '.gap' : ''}.ndjson`

/** One engine's journal on disk, as lines of JSON. Disposing closes it, and deletes it when it is empty. */
export async function openFileJournal({ folder, owner, findDeadOwners }: Options): Promise<Journal & AsyncDisposable> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let name = fileNameOf(owner)
  const file = await open(join(folder, name), 'a', 0o600)
  const inTurn = taskQueue()
  const writer = lineWriter(file, inTurn)

  async function renameTo(newName: string) {
    if (newName === name) return
    await rename(join(folder, name), join(folder, newName))
    name = newName
  }

  return {
    append: (entries) => writer.write(entries.map(formatEntry).join('') || '\n'),
    sync: coalesce(() => file.datasync()),
    orphanedJournals: () => readOrphanedJournals(folder, name, findDeadOwners),
    markIncomplete: () => inTurn(() => renameTo(fileNameOf(owner, true))),
    clear: () =>
      writer.clear(async () => {
        await file.truncate(0)
        await renameTo(fileNameOf(owner))
      }),
    async [Symbol.asyncDispose]() {
      const { size } = await inTurn(() => file.stat())
      await file.close()
      if (size === 0) await rm(join(folder, name), { force: true })
    },
  }
}

type InTurn = <T>(task: () => Promise<T>) => Promise<T>

/** Runs tasks one after another. A failed task does not stop the next. */
function taskQueue(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const done = last.then(task, task)
    last = done.catch(() => {})
    return done
  }
}

/** Appends lines to a file. Lines that come before their turn are written together. */
function lineWriter(file: FileHandle, inTurn: InTurn) {
  type Batch = { text: string; written: Promise<void> }
  let nextBatch: Batch | null = null
  /** The last write failed and may have left part of a line. */
  let isLineTorn = false

  function openBatch(): Batch {
    const batch: Batch = { text: '', written: inTurn(() => writeBatch(batch)) }
    return batch
  }

  async function writeBatch(batch: Batch) {
    if (nextBatch === batch) nextBatch = null
    const text = (isLineTorn ? '\n' : '') + batch.text
    isLineTorn = true
    await file.appendFile(text)
    isLineTorn = false
  }

  return {
    write(text: string): Promise<void> {
      nextBatch ??= openBatch()
      nextBatch.text += text
      return nextBatch.written
    },
    /** Empties the file with `truncate`. Lines written from now on come after. */
    clear(truncate: () => Promise<void>): Promise<void> {
      nextBatch = null
      return inTurn(async () => {
        await truncate()
        isLineTorn = false
      })
    },
  }
}

/** Reads the journals in a folder whose owners are dead, except `ownName`. */
async function readOrphanedJournals(
  folder: string,
  ownName: string,
  findDeadOwners: FindDeadOwners,
): Promise<OrphanedJournals> {
  const journals = (await readdir(folder)).flatMap((name) => {
    const [, engineId, startedAt, gap] = FILE_NAME.exec(name) ?? []
    if (engineId === undefined || name === ownName) return []
    const path = join(folder, name)
    return [{ path, engineId: Number(engineId), startedAt: Number(startedAt), isComplete: gap === undefined }]
  })
  const orphaned = (await findDeadOwners(journals)).toSorted((a, b) => a.engineId - b.engineId)
  const texts = await Promise.all(orphaned.map(({ path }) => readFile(path, 'utf8')))
  return {
    completeFor: orphaned.filter(({ isComplete }) => isComplete).map(({ engineId }) => engineId),
    entries: texts.flatMap((text) => text.split('\n').map(parseEntry)).filter((entry) => entry !== null),
    async discard() {
      await Promise.all(orphaned.map(({ path }) => rm(path, { force: true })))
    },
  }
}
