import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv, promisify } from 'node:util'
import { startAuctionHouse } from '@bidwell/auction-house'
import { onTestFinished } from 'vitest'
import { systemClock } from '../src/platform/clock.ts'
import { pollUntil } from '../src/platform/poll-until.ts'
import { type Environment, spawnPrograms } from './spawn-programs.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))
export const OWNER = { email: 'owner@example.com', password: 'correct horse battery' }
export const WAIT = { everyMs: 100, forMs: 90_000 }
/** What the receipt of a won bid tells, at least. */
export const STEPS = ['scheduled', 'armed', 'locked_in', 'sent', 'settled']

export const readEnvironment = async (file: string): Promise<Environment> =>
  parseEnv(await readFile(file, 'utf8')) as Environment

/** Runs a command of the operator. */
export const runBidwell = (env: Environment, ...args: string[]) =>
  promisify(execFile)(process.execPath, [MAIN, ...args], { env: { PATH: process.env['PATH'], ...env } })

export async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), `bidwell-test-${process.pid}-`))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** Programs over a database, at an auction house. The API answers when this resolves. */
export async function startInstallation(databaseUrl: string, { SESSION_KEYS = '', VAULT_KEYS = '' }: Environment) {
  const house = await startAuctionHouse({ port: 0, sampleItems: false })
  onTestFinished(() => house[Symbol.asyncDispose]())
  const programs = spawnPrograms({
    DATABASE_URL: databaseUrl,
    STAND_INS: `site=${house.apiUrl}`,
    BIDWELL_DATA: await newFolder(),
    SESSION_KEYS,
    VAULT_KEYS,
  })
  onTestFinished(() => programs[Symbol.asyncDispose]())
  const { child: server, client } = await programs.spawnApi()
  /** Calls again where a busy machine makes the API ask for a moment. */
  const call: typeof client.call = async (endpoint, sent) => {
    const answered = async () => {
      const answer = await client.call(endpoint, sent)
      return answer.status === 503 ? null : answer
    }
    return (await pollUntil(systemClock, answered, WAIT)) ?? client.call(endpoint, sent)
  }
  return { programs, server, call }
}
