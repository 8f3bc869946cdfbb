import { createReadStream, statSync } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { createZstdDecompress } from 'node:zlib'
import { Decrypter } from 'age-encryption'
import { createTarDecoder } from 'modern-tar'
import { StartupError } from '../../platform/startup-error.ts'
import { FORMAT, Manifest, MANIFEST_NAME, type Part, partOf } from './manifest.ts'

export type BackupSource = {
  path: string
  /** Secret keys in the format of `age`, of which one must open the file. */
  identities: readonly string[]
}
/** A piece of a table or of a journal; at the end of a whole file the manifest. */
export type BackupEntry = (Part & { data: Uint8Array }) | { kind: 'manifest'; manifest: Manifest }

/** Ours are smaller by far. A larger one would be read into memory whole. */
const MOST_BYTES = 64 * 2 ** 20

/**
 * Reads a backup from its begin to its end. Every byte is authenticated before it is returned, and the end as well: the last
 * entry is the manifest. Whether the pieces are those of the manifest, `checkBackupFile` tells. Throws a StartupError with a
 * sentence for the operator.
 */
export async function* readBackupFile({ path, identities }: BackupSource): AsyncGenerator<BackupEntry> {
  let hasEnded = false
  try {
    for await (const { header, body } of await openEntries(path, identities)) {
      if (hasEnded) throw new Error(`${header.name} stands behind the manifest`)
      if (header.size > MOST_BYTES) throw new Error(`${header.name} is too large`)
      const data = Buffer.concat(await Array.fromAsync(body as AsyncIterable<Uint8Array>))
      hasEnded = header.name === MANIFEST_NAME
      yield hasEnded ? { kind: 'manifest', manifest: parseManifest(path, data) } : { ...knownPart(header.name), data }
    }
    if (!hasEnded) throw new Error('the manifest is missing')
  } catch (error) {
    throw error instanceof StartupError ? error : explain(path, error)
  }
}

/** Resolves once a key has opened the head of the file. */
async function decrypt(path: string, identities: readonly string[]) {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  return decrypter.decrypt(Readable.toWeb(createReadStream(path)) as globalThis.ReadableStream<Uint8Array>)
}

async function openEntries(path: string, identities: readonly string[]) {
  const plain = await decrypt(path, identities)
  // What fails on the way reaches the reader by the last stream.
  const tar = pipeline(Readable.fromWeb(plain as ReadableStream<Uint8Array>), createZstdDecompress(), () => {})
  return (Readable.toWeb(tar) as globalThis.ReadableStream<Uint8Array>).pipeThrough(createTarDecoder({ strict: true }))
}

function knownPart(entryName: string): Part {
  const part = partOf(entryName)
  if (part === null) throw new Error(`${JSON.stringify(entryName)} does not belong into a backup`)
  return part
}

function parseManifest(path: string, data: Buffer): Manifest {
  const text: unknown = JSON.parse(data.toString())
  const format = typeof text === 'object' && text !== null && 'format' in text ? text.format : null
  if (typeof format === 'number' && format > FORMAT) {
    throw new StartupError(
      `${path} has the format ${format} of a later Bidwell: use the Bidwell that made it, or a later one`,
    )
  }
  return Manifest.parse(text)
}

function explain(path: string, error: unknown): StartupError {
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOENT') return new StartupError(`There is no file ${path}`, { cause: error })
  if (code === 'EACCES' || code === 'EISDIR')
    return new StartupError(`${path} cannot be read: ${message}`, { cause: error })
  if (/no identity matched/.test(message)) {
    return new StartupError(`${path} was encrypted for another key: none of BACKUP_IDENTITY opens it`, { cause: error })
  }
  if (statSync(path, { throwIfNoEntry: false })?.size === 0)
    return new StartupError(`${path} is empty`, { cause: error })
  return new StartupError(`${path} is damaged, or no backup of Bidwell: ${message}`, { cause: error })
}
