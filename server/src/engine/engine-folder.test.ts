import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { expect, test } from 'vitest'
import { systemClock } from '../platform/clock.ts'
import { openEngineFolder } from './engine-folder.ts'
import { ownIdentity, parseHost } from './process-identity.ts'

const open = (path: string) => openEngineFolder({ path, clock: systemClock, inTurn: pLimit(1) })

async function aFolder() {
  const path = await mkdtemp(join(tmpdir(), 'bidwell-folder-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

const { name, bootId, pidNamespace } = parseHost(ownIdentity().host)!
const ANOTHER_CONTAINER = `${name}/${bootId}/pid:[1]`
const AN_EARLIER_BOOT = `${name}/an earlier boot/${pidNamespace}`

/** Runs an engine's folder in a process of its own, which prints its identity and then waits. */
const CODE = `
import { openEngineFolder } from '${new URL('engine-folder.ts', import.meta.url).href}'
import pLimit from '${import.meta.resolve('p-limit')}'
import { systemClock } from '${new URL('../platform/clock.ts', import.meta.url).href}'
const folder = await openEngineFolder({ path: process.argv[1], clock: systemClock, inTurn: pLimit(1) })
await folder.announce({ engineId: 7, startedAt: 1000 })
console.log(folder.id)
setInterval(() => {}, 1000)`

async function startOther(path: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', CODE, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [id] = await once(child.stdout, 'data')
  const engine = { engineId: 7, startedAt: 1_000, host: ANOTHER_CONTAINER, pid: 1, pidStarted: '1' }
  return { child, engine: { ...engine, folderId: String(id).trim() } }
}

async function end(child: ReturnType<typeof spawn>) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('An engine in another container is dead once its process has ended, and not while it stands still', async () => {
  await using it = await aFolder()
  await using folder = await open(it.path)
  const { child, engine } = await startOther(it.path)
  expect(engine.folderId).toBe(folder.id)
  expect(await folder.isDead(engine)).toBe(false)
  child.kill('SIGSTOP')
  expect(await folder.isDead(engine)).toBe(false)
  await end(child)
  expect(await folder.isDead(engine)).toBe(true)
})

test('An engine in another container is not known to be dead without its socket, or with another folder', async () => {
  await using it = await aFolder()
  await using other = await aFolder()
  await using folder = await open(it.path)
  await using elsewhere = await open(other.path)
  const { child, engine } = await startOther(it.path)
  await end(child)
  expect(await elsewhere.isDead(engine)).toBe(false)
  expect(await folder.isDead({ ...engine, startedAt: 2_000 })).toBe(false)
  expect(await folder.isDead({ ...engine, folderId: null })).toBe(false)
})

test('An engine of an earlier boot is dead only if it ran on this host and in this very folder', async () => {
  await using it = await aFolder()
  await using copy = await aFolder()
  await using folder = await open(it.path)
  const engine = { ...ownIdentity(), engineId: 7, startedAt: 1_000, folderId: folder.id, host: AN_EARLIER_BOOT }
  expect(await folder.isDead(engine)).toBe(true)
  expect(await folder.isDead({ ...engine, host: `elsewhere/an earlier boot/${pidNamespace}` })).toBe(false)
  expect(await folder.isDead({ ...engine, host: `${name}/unknown/whatever` })).toBe(false)
  expect(await folder.isDead({ ...engine, folderId: null })).toBe(false)

  await cp(it.path, copy.path, { recursive: true })
  await using copied = await open(copy.path)
  expect(await copied.isDead(engine)).toBe(false)
})

test('A folder keeps its id, and an engine that stops removes its socket', async () => {
  await using it = await aFolder()
  const first = await open(it.path)
  await first.announce({ engineId: 1, startedAt: 5 })
  expect(await readdir(it.path)).toHaveLength(2)
  await first[Symbol.asyncDispose]()
  expect(await readdir(it.path)).toHaveLength(1)
  await using second = await open(it.path)
  expect(second.id).toBe(first.id)
})

test('An engine whose folder cannot be made starts without an id, and can tell of no other engine that it is dead', async () => {
  await using it = await aFolder()
  const file = join(it.path, 'a file in the way')
  await writeFile(file, '')
  await using folder = await open(join(file, 'engine'))
  expect(folder.id).toBeNull()
  await folder.announce({ engineId: 1, startedAt: 5 })
  const engine = { ...ownIdentity(), engineId: 7, startedAt: 1_000, folderId: null, host: AN_EARLIER_BOOT }
  expect(await folder.isDead(engine)).toBe(false)
})

test('Engines that open a new folder at once agree on its id', async () => {
  await using it = await aFolder()
  const folders = await Promise.all(Array.from({ length: 8 }, () => open(it.path)))
  expect(new Set(folders.map(({ id }) => id)).size).toBe(1)
  expect(folders[0]!.id).not.toBeNull()
  await Promise.all(folders.map((folder) => folder[Symbol.asyncDispose]()))
})

test('An engine whose address would be too long for a socket announces itself all the same', async () => {
  await using it = await aFolder()
  const path = join(it.path, 'x'.repeat(100), 'y'.repeat(100))
  await using folder = await open(path)
  const { child, engine } = await startOther(path)
  expect(await folder.isDead(engine)).toBe(false)
  await end(child)
  expect(await folder.isDead(engine)).toBe(true)
})
