import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, MAX_BACKUP_BYTES, messages } from '@bidwell/contract'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApi } from '../../test/api.ts'
import { manualClock } from '../../test/manual-clock.ts'
import { createBackupFile } from '../backups/create-backup-file.ts'
import { generateKeys, keysAsText } from '../config/keys.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { pollUntil } from '../platform/poll-until.ts'
import { type RestoreRequest, uploadIn } from './restore-folder.ts'
import { openRestoreRequests } from './routes.ts'

const CODE = 'abcd-efgh-2345-wxyz'
const PIECE = 2 * 2 ** 20
const OPERATOR_CODE = { code: CODE }

/** An API without accounts, and what its supervisor receives. Without a code, no supervisor runs it. */
async function startEmpty({ code = CODE, clock = systemClock }: { code?: string | null; clock?: Clock } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const handed: unknown[] = []
  let requests: ReturnType<typeof openRestoreRequests> | undefined
  const open = ({ db }: Pick<Parameters<typeof openRestoreRequests>[0], 'db'>) =>
    (requests ??= openRestoreRequests({
      db,
      dataDir,
      code,
      hand: (request) => handed.push(request),
      clock,
      stopped: new Promise(() => {}),
    }))
  const it = await startTestApi({
    routes: (base) => open(base).routes,
    webhooks: (base) => open(base).webhooks,
    readRestoreOffer: (base) => open(base).readOffer,
  })
  onTestFinished(() => it[Symbol.asyncDispose]())

  const begin = async (body: Record<string, unknown>) => {
    const { status, failure, body: begun } = await it.call(api.beginRestore, { body })
    return { status, message: failure.message, details: failure.details, ticket: begun.data?.ticket ?? '' }
  }
  async function addPiece(ticket: string, number: number | string, data: Uint8Array<ArrayBuffer>) {
    const answer = await fetch(`${it.url}/api/restore/pieces?ticket=${ticket}&number=${number}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: data,
    })
    const { message } = (await answer.json()) as { message?: string }
    return { status: answer.status, message }
  }
  const offer = async () => (await it.call(api.readOperator)).body.data.restore
  return { ...it, dataDir, handed, begin, addPiece, offer }
}

/** A file that one key opens, and the text of its keys.env. */
async function aBackup(bytes: number) {
  const folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  const identity = await generateIdentity()
  const path = join(folder, 'bidwell.age')
  await using file = createBackupFile(path, [await identityToRecipient(identity)])
  await file.add({ kind: 'tables', name: 'accounts', number: 1 }, randomBytes(bytes))
  const lists = { migrations: [], tables: [], sequences: [], journals: [], keys: { vault: [], session: [] } }
  await file.finish({ format: 1, release: '0.1.0', takenAt: new Date(0).toISOString(), isFinal: false, ...lists })
  const data = new Uint8Array(await readFile(path))
  await rm(folder, { recursive: true })
  return { data, keys: `${keysAsText(generateKeys())}BACKUP_IDENTITY=${identity}\n`, identity }
}

/** Of more than two pieces. */
let backup: Awaited<ReturnType<typeof aBackup>>
beforeAll(async () => {
  backup = await aBackup(2 * PIECE + 1)
})

const describeFile = (bytes: number) => ({ name: 'bidwell-2026.age', bytes })

test('A backup arrives in pieces, and the supervisor receives its name and keys, which stand in no file', async () => {
  const { begin, addPiece, call, dataDir, handed, offer } = await startEmpty()
  const { data, keys, identity } = backup
  expect(await offer()).toBe('page')
  const { status, ticket } = await begin({ code: 'ABCD EFGH 2345 WXYZ', keys, file: describeFile(data.length) })
  expect(status).toBe(200)
  const stateOf = async () => (await call(api.followRestore, { params: { ticket } })).body.data.state
  expect(await stateOf()).toBe('receiving')
  expect(await addPiece(ticket, 1, data.slice(0, PIECE))).toEqual({ status: 200 })
  // The browser did not receive the answer.
  expect(await addPiece(ticket, 1, data.slice(0, PIECE))).toEqual({ status: 200 })
  expect(await addPiece(ticket, 2, data.slice(PIECE, 2 * PIECE))).toEqual({ status: 200 })
  expect(handed).toEqual([])
  expect(await addPiece(ticket, 3, data.slice(2 * PIECE))).toEqual({ status: 200 })
  expect(await addPiece(ticket, 3, data.slice(2 * PIECE))).toEqual({ status: 200 })

  expect(await stateOf()).toBe('checking')
  const [VAULT_KEYS, SESSION_KEYS] = ['VAULT_KEYS', 'SESSION_KEYS'].map(
    (name) => new RegExp(`${name}=(.*)`).exec(keys)?.[1],
  )
  const request: RestoreRequest = {
    kind: 'restore',
    ticket,
    fileName: 'bidwell-2026.age',
    keys: { BACKUP_IDENTITY: identity, VAULT_KEYS, SESSION_KEYS },
  }
  expect(handed).toEqual([request])
  expect(new Uint8Array(await readFile(uploadIn(dataDir)))).toEqual(data)
  const texts = await Promise.all(
    (await readdir(dataDir, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
  )
  expect(texts).toHaveLength(2)
  expect(texts.filter((text) => text.includes(identity))).toEqual([])
})

test('Without the code of the terminal nobody can send anything, whatever else is right', async () => {
  const { begin, addPiece, call, dataDir } = await startEmpty()
  const { data, keys } = backup
  for (const code of ['', 'abcd-efgh-2345-wxyy', CODE.slice(0, -1)]) {
    const refused = await begin({ code, keys, file: describeFile(data.length) })
    expect(refused).toMatchObject({ status: 403, details: [{ path: 'code', message: messages.restore.wrongCode }] })
  }
  const guessed = randomBytes(32).toString('base64url')
  expect((await addPiece(guessed, 1, data.slice(0, PIECE))).status).toBe(404)
  expect((await call(api.followRestore, { params: { ticket: guessed } })).status).toBe(404)
  expect(await readdir(dataDir)).toEqual([])
})

test('Keys that cannot open a backup are refused, with what is wrong and never with a key', async () => {
  const { begin } = await startEmpty()
  const { keys } = backup
  const file = describeFile(5_000)
  const messageOf = async (text: string) => {
    const { status, details, message } = await begin({ ...OPERATOR_CODE, keys: text, file })
    expect(details).toEqual([{ path: 'keys', message }])
    return [status, message]
  }
  expect(await messageOf(keysAsText(generateKeys()))).toEqual([422, messages.restore.keysWithoutIdentity])
  expect(await messageOf('AGE-SECRET-KEY-1')).toEqual([422, messages.restore.keysWithoutIdentity])
  const [status, wrong = ''] = await messageOf(`${keys}VAULT_KEYS=canary\n`)
  expect([status, wrong]).toEqual([422, expect.stringContaining('VAULT_KEYS must be what')])
  expect(wrong).not.toContain('canary')
  expect(await messageOf(keys.replace(':secret:', ':public:'))).toEqual([422, messages.restore.publicKeys])
})

test('A file over the limit, and one for which the disk has no room, are refused before they are sent', async () => {
  const { begin, dataDir } = await startEmpty()
  const { keys } = backup
  const tooLarge = await begin({ ...OPERATOR_CODE, keys, file: describeFile(MAX_BACKUP_BYTES + 1) })
  expect(tooLarge).toMatchObject({
    status: 413,
    details: [{ path: 'file', message: messages.restore.tooLarge(MAX_BACKUP_BYTES) }],
  })
  const { bavail, bsize } = await statfs(dataDir)
  const file = describeFile(Math.min(MAX_BACKUP_BYTES, bavail * bsize))
  const noRoom = await begin({ ...OPERATOR_CODE, keys, file })
  expect(noRoom).toMatchObject({
    status: 422,
    details: [{ path: 'file', message: expect.stringContaining('are free') }],
  })
})

test('A file of another key and a file that is no backup are refused at their first piece, and leave nothing', async () => {
  const { begin, addPiece, dataDir } = await startEmpty()
  const [{ data }, { keys }] = [backup, await aBackup(1)]
  const other = await begin({ ...OPERATOR_CODE, keys, file: describeFile(data.length) })
  expect(await addPiece(other.ticket, 1, data.slice(0, PIECE))).toEqual({
    status: 422,
    message: 'bidwell-2026.age was encrypted for another key: none of BACKUP_IDENTITY opens it.',
  })
  const picture = await begin({ ...OPERATOR_CODE, keys, file: describeFile(4) })
  expect(await addPiece(picture.ticket, 1, new Uint8Array([1, 2, 3, 4]))).toMatchObject({
    status: 422,
    message: expect.stringContaining('bidwell-2026.age is damaged, or no backup of Bidwell'),
  })
  expect(await readdir(join(dataDir, 'restoring'))).toEqual([])
})

test('Pieces out of order, too long or for another file change nothing that the right browser sends', async () => {
  const { begin, addPiece, handed } = await startEmpty()
  const { data, keys } = backup
  const { ticket } = await begin({ ...OPERATOR_CODE, keys, file: describeFile(data.length) })
  await addPiece(ticket, 1, data.slice(0, PIECE))
  expect(await addPiece(ticket, 3, data.slice(2 * PIECE))).toEqual({
    status: 409,
    message: messages.restore.wrongPiece,
  })
  expect(await addPiece(ticket, 2, data.slice(0, 5))).toEqual({ status: 409, message: messages.restore.wrongPiece })
  expect((await addPiece(ticket, 2, new Uint8Array(PIECE + 1))).status).toBe(413)
  expect((await addPiece(ticket, 'two', data.slice(0, 5))).status).toBe(400)
  await addPiece(ticket, 2, data.slice(PIECE, 2 * PIECE))
  await addPiece(ticket, 3, data.slice(2 * PIECE))
  expect(handed).toHaveLength(1)
})

test('Of two backups at once the second is refused, until the first one has stood still for a minute', async () => {
  const clock = manualClock(systemClock.now())
  const { begin, addPiece, dataDir } = await startEmpty({ clock })
  const { data, keys } = backup
  const body = { ...OPERATOR_CODE, keys, file: describeFile(data.length) }
  const both = await Promise.all([begin(body), begin(body)])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  expect(both.find(({ status }) => status === 409)?.message).toBe(messages.restore.inProgress)
  const first = both.find(({ status }) => status === 200)?.ticket ?? ''
  await clock.advanceBy(59_999)
  expect((await addPiece(first, 1, data.slice(0, PIECE))).status).toBe(200)
  await clock.advanceBy(59_999)
  expect((await begin(body)).status).toBe(409)
  await clock.advanceBy(1)

  const again = async () => ((await begin(body)).status === 200 ? true : null)
  expect(await pollUntil(systemClock, again, { everyMs: 50, forMs: 60_000 })).toBe(true)
  expect(await readdir(join(dataDir, 'restoring'))).toEqual([])
  expect(await addPiece(first, 2, data.slice(PIECE, 2 * PIECE))).toEqual({
    status: 409,
    message: messages.restore.brokenOff,
  })
})

test('With the first account nothing offers to restore a backup any more, and no call of it exists', async () => {
  const { begin, addPiece, offer, signUp, handed, dataDir } = await startEmpty()
  const { data, keys } = backup
  const body = { ...OPERATOR_CODE, keys, file: describeFile(data.length) }
  const { ticket } = await begin(body)
  await addPiece(ticket, 1, data.slice(0, PIECE))
  await addPiece(ticket, 2, data.slice(PIECE, 2 * PIECE))
  await signUp()
  expect(await offer()).toBeNull()
  expect(await addPiece(ticket, 3, data.slice(2 * PIECE))).toEqual({ status: 409, message: messages.restore.notEmpty })
  expect((await begin(body)).status).toBe(404)
  expect([handed, await readdir(join(dataDir, 'restoring'))]).toEqual([[], []])
})

test('An API that no supervisor has started refuses backups, and says that the command restores them', async () => {
  const { begin, offer } = await startEmpty({ code: null })
  const { data, keys } = backup
  expect(await offer()).toBe('command')
  expect((await begin({ ...OPERATOR_CODE, keys, file: describeFile(data.length) })).status).toBe(404)
})
