import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Journal, JournalEntry } from './core/ports.ts'
import { entryOn, lineOf } from './journal-entry.ts'

/** The engine that a journal belongs to; when it started tells it from one of the same number in another database. */
export type JournalOwner = { engineId: number; startedAt: number }

type Options = {
  folder: string
  owner: JournalOwner
  /** Which of these will never write again. */
  findDeadOwners: <Owner extends JournalOwner>(owners: readonly Owner[]) => Promise<Owner[]>
}

type Waiting = { text: string; written: PromiseWithResolvers<void> }

/** What has a gap says so in its name: that can be written on a full disk, too. */
const NAME = /^journal-(\d+)-(\d+)(\.gap)?\.ndjson$/
const nameOf = ({ engineId, startedAt }: JournalOwner, hasGap = false) =>
  `journal-${engineId}-${startedAt}${hasGap ? '.gap' : ''}.ndjson`

/** A journal on disk, for one engine: lines of JSON. */
export async function openFileJournal({ folder, owner, findDeadOwners }: Options): Promise<Journal & AsyncDisposable> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let path = join(folder, nameOf(owner))
  const file = await open(path, 'a', 0o600)
  /** What goes out in the next write; null when none is asked for. */
  let batch: Waiting[] | null = null
  let torn = false
  let work: Promise<unknown> = Promise.resolve()
  let syncing: Promise<void> = Promise.resolve()
  let nextSync: Promise<void> | null = null

  /** One after the other, whatever became of the one before. */
  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const done = work.then(task, task)
    work = done.catch(() => {})
    return done
  }

  /** All that comes in before its turn goes out in one write. */
  function openBatch(): Waiting[] {
    const opened: Waiting[] = []
    void inTurn(() => {
      if (batch === opened) batch = null
      return write(opened)
    })
    return opened
  }

  async function write(lines: readonly Waiting[]) {
    try {
      // After a write that was cut short, an end of line keeps its remains apart.
      await file.appendFile((torn ? '\n' : '') + lines.map(({ text }) => text).join(''))
      torn = false
      for (const { written } of lines) written.resolve()
    } catch (error) {
      torn = true
      for (const { written } of lines) written.reject(error)
    }
  }

  async function renameTo(name: string) {
    const wanted = join(folder, name)
    if (wanted === path) return
    await rename(path, wanted)
    path = wanted
  }

  async function journalsLeft() {
    const names = (await readdir(folder)).filter((name) => NAME.test(name) && join(folder, name) !== path)
    const journals = names.map((name) => {
      const [, engineId, startedAt, gap] = NAME.exec(name) ?? []
      return { engineId: Number(engineId), startedAt: Number(startedAt), hasGap: gap !== undefined }
    })
    const gone = await findDeadOwners(journals)
    return gone.toSorted((a, b) => a.engineId - b.engineId)
  }

  return {
    append(entries) {
      const written = Promise.withResolvers<void>()
      batch ??= openBatch()
      batch.push({ text: entries.map(lineOf).join('') || '\n', written })
      return written.promise
    },
    /** One wait for the disk serves all who ask while the one before is under way. */
    sync() {
      nextSync ??= syncing
        .catch(() => {})
        .then(() => {
          nextSync = null
          syncing = file.datasync()
          return syncing
        })
      return nextSync
    },
    async orphanedJournals() {
      const left = await journalsLeft()
      const paths = left.map((journal) => join(folder, nameOf(journal, journal.hasGap)))
      const texts = await Promise.all(paths.map((name) => readFile(name, 'utf8')))
      const entries = texts
        .flatMap((text) => text.split('\n').map(entryOn))
        .filter((entry): entry is JournalEntry => entry !== null)
      return {
        completeFor: left.filter(({ hasGap }) => !hasGap).map(({ engineId }) => engineId),
        entries,
        async discard() {
          await Promise.all(paths.map((name) => rm(name, { force: true })))
        },
      }
    },
    markIncomplete: () => inTurn(() => renameTo(nameOf(owner, true))),
    clear() {
      // What is appended from here on stays.
      batch = null
      return inTurn(async () => {
        await file.truncate(0)
        torn = false
        await renameTo(nameOf(owner))
      })
    },
    async [Symbol.asyncDispose]() {
      await syncing.catch(() => {})
      const { size } = await inTurn(() => file.stat())
      await file.close()
      if (size === 0) await rm(path, { force: true })
    },
  }
}
