import { appendFile, type FileHandle, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit, { type LimitFunction } from 'p-limit'
import { coalesce } from '../platform/coalesce.ts'
import type { Journal, OrphanedJournals } from './core/ports.ts'
import type { EngineName } from './engine-folder.ts'
import { formatEntry, parseJournal } from './journal-entry.ts'

type Options = {
  folder: string
  /** The engine that the journal belongs to. */
  owner: EngineName
  /** Takes the calls that concern other engines' journals one after another. */
  inTurn: LimitFunction
  /** Returns the owners that will never write again. */
  findDeadOwners: FindDeadOwners
}

type FindDeadOwners = <Owner extends EngineName>(owners: readonly Owner[]) => Promise<Owner[]>

/** An incomplete journal is marked in its name, because a file can be renamed even on a full disk. */
const FILE_NAME = /^journal-(\d+)-(\d+)(\.gap)?\.ndjson$/
const fileNameOf = ({ engineId, startedAt }: EngineName, isIncomplete = false) =>
  `journal-${engineId}-${startedAt}${isIncomplete ? '.gap' : ''}.ndjson`
const unreadableNameOf = (name: string) => `unreadable-${name}`
const rejectedNameOf = ({ engineId, startedAt }: EngineName) => `rejected-${engineId}-${startedAt}.ndjson`

/**
 * One engine's journal on disk, as lines of JSON. Disposing closes it, and deletes it when it is empty. The file is made
 * in the background, so a disk that hangs delays no start. All calls for it take turns, and so do those of `inTurn`: a
 * disk that hangs keeps two of Node's four threads, and the others still look up the site's address.
 */
export function openFileJournal({ folder, owner, inTurn, findDeadOwners }: Options): Journal & AsyncDisposable {
  const own = openOwnFile(folder, owner)
  return {
    append: (entries) => own.write(entries.map(formatEntry).join('') || '\n'),
    sync: coalesce(own.sync),
    markIncomplete: () => own.rename(fileNameOf(owner, true)),
    clear: () => own.clear(fileNameOf(owner)),
    orphanedJournals: coalesce(() => inTurn(() => readOrphanedJournals({ folder, owner, inTurn, findDeadOwners }))),
    setAside: (entry) =>
      inTurn(async () => {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await appendFile(join(folder, rejectedNameOf(owner)), formatEntry(entry), { mode: 0o600, flush: true })
      }),
    [Symbol.asyncDispose]: own.close,
  }
}

/** Appends lines to a file. Lines that come before their turn are written together. */
function openOwnFile(folder: string, owner: EngineName) {
  type Batch = { text: string; written: Promise<void> }
  const inTurn = pLimit(1)
  let name = fileNameOf(owner)
  let opened: FileHandle | null = null
  let nextBatch: Batch | null = null
  /** Where the last whole line ends. */
  let size = 0
  /** The last write failed and may have left part of a line. */
  let isTorn = false
  let isClosed = false

  // An engine that has written nothing yet leaves an empty journal, which says so.
  void inTurn(file).catch(() => {}) // the first write tries again

  async function file(): Promise<FileHandle> {
    if (isClosed) throw new Error('The journal is closed')
    if (opened) return opened
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return (opened = await open(join(folder, name), 'a', 0o600))
  }

  function openBatch(): Batch {
    const batch: Batch = { text: '', written: inTurn(() => writeBatch(batch)) }
    return batch
  }

  async function writeBatch(batch: Batch) {
    if (nextBatch === batch) nextBatch = null
    const handle = await file()
    if (isTorn) await handle.truncate(size)
    isTorn = true
    await handle.appendFile(batch.text)
    isTorn = false
    size += Buffer.byteLength(batch.text)
  }

  async function renameTo(newName: string) {
    if (newName === name) return
    await file()
    await rename(join(folder, name), join(folder, newName))
    name = newName
  }

  return {
    write(text: string): Promise<void> {
      nextBatch ??= openBatch()
      nextBatch.text += text
      return nextBatch.written
    },
    sync: () => inTurn(async () => (await file()).datasync()),
    rename: (newName: string) => inTurn(() => renameTo(newName)),
    /** Empties the file. Lines written from now on come after. */
    clear(newName: string): Promise<void> {
      nextBatch = null
      return inTurn(async () => {
        const handle = await file()
        await handle.truncate(0)
        size = 0
        isTorn = false
        await renameTo(newName)
      })
    },
    close: () =>
      inTurn(async () => {
        isClosed = true
        if (!opened) return
        const { size: left } = await opened.stat()
        await opened.close()
        if (left === 0) await rm(join(folder, name), { force: true })
      }),
  }
}

/** Reads the journals in a folder whose owners are dead, except the own one. */
async function readOrphanedJournals({ folder, owner, inTurn, findDeadOwners }: Options): Promise<OrphanedJournals> {
  const own = [fileNameOf(owner), fileNameOf(owner, true)]
  const journals = (await readdir(folder)).flatMap((name) => {
    const [, engineId, startedAt, gap] = FILE_NAME.exec(name) ?? []
    if (engineId === undefined || own.includes(name)) return []
    return [{ name, engineId: Number(engineId), startedAt: Number(startedAt), isMarked: gap !== undefined }]
  })
  const orphaned = (await findDeadOwners(journals)).toSorted((a, b) => a.engineId - b.engineId)
  const texts: string[] = []
  for (const { name } of orphaned) texts.push(await readFile(join(folder, name), 'utf8'))
  const read = orphaned.map((journal, index) => ({ ...journal, ...parseJournal(texts[index] ?? '') }))
  const unreadable = read.filter(({ isReadable }) => !isReadable)
  return {
    completeFor: read.filter(({ isReadable, isMarked }) => isReadable && !isMarked).map(({ engineId }) => engineId),
    entries: read.flatMap(({ entries }) => entries),
    unreadable: unreadable.map(({ name }) => unreadableNameOf(name)),
    discard: () =>
      inTurn(async () => {
        for (const { name, isReadable } of read) {
          const path = join(folder, name)
          if (isReadable) await rm(path, { force: true })
          else await rename(path, join(folder, unreadableNameOf(name))).catch(ignoreMissing)
        }
      }),
  }
}

/** Another engine may have discarded the same journal first. */
function ignoreMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error
}
