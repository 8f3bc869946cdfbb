import { createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream } from 'node:stream/web'
import { createZstdCompress } from 'node:zlib'
import { Encrypter } from 'age-encryption'
import { createTarPacker } from 'modern-tar'
import { entryNameOf, type Manifest, MANIFEST_NAME, type Part } from './manifest.ts'

export type BackupFile = AsyncDisposable & {
  /** Appends a piece of a table or of a journal. Its bytes must not change afterwards. */
  add(part: Part, data: Uint8Array): Promise<void>
  /** Appends the manifest, and gives the file its name once all of it is on the disk. Returns its size in bytes. */
  finish(manifest: Manifest): Promise<number>
}

/**
 * Opens a new backup: a tar archive, compressed by zstd, encrypted in the format of `age` for the `recipients`, so that
 * `age -d -i key.txt FILE | tar x --zstd` reads it. Until `finish` the file has a temporary name, and disposing removes it.
 * The calls throw the error of the disk when it is full.
 */
export function createBackupFile(path: string, recipients: readonly string[]): BackupFile {
  const temporary = temporaryNameOf(path)
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  const tar = createTarPacker()
  const written = pipeline(
    Readable.fromWeb(tar.readable as ReadableStream<Uint8Array>),
    createZstdCompress(),
    async function* encrypt(source: AsyncIterable<Uint8Array>) {
      yield* await encrypter.encrypt(ReadableStream.from<Uint8Array>(source))
    },
    createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }),
  )
  written.catch(() => {}) // the call in progress, or the next one, throws it

  async function append(name: string, data: Uint8Array) {
    try {
      const body = tar.controller.add({ name, size: data.length, mode: 0o600 }).getWriter()
      await body.write(data)
      await body.close()
    } catch (error) {
      await written
      throw error
    }
  }

  let isFinished = false
  return {
    add: (part, data) => append(entryNameOf(part), data),
    async finish(manifest) {
      await append(MANIFEST_NAME, Buffer.from(JSON.stringify(manifest, null, 2)))
      tar.controller.finalize()
      await written
      const { size } = await stat(temporary)
      await rename(temporary, path)
      isFinished = true
      await syncFolder(dirname(path))
      return size
    },
    async [Symbol.asyncDispose]() {
      if (isFinished) return
      tar.controller.error(new Error('The backup was given up'))
      await written.catch(() => {})
      await rm(temporary, { force: true })
    },
  }
}

const temporaryNameOf = (path: string) => `${path}.partial-${process.pid}`

/** Puts the new name on the disk, too. */
async function syncFolder(path: string) {
  await using folder = await open(path, 'r')
  await folder.sync()
}
