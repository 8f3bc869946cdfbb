import { createInterface, type Interface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text as readAll } from 'node:stream/consumers'
import { api } from '@bidwell/contract'
import { call } from './call.ts'
import { CliError } from './cli-error.ts'
import { keepInstallation, readAddress, readToken } from './installation.ts'

/**
 * Keeps the address and the token for later runs, once a call with them was answered. What the environment does not give is
 * asked for; without a terminal, the token is read from standard input.
 */
export async function signIn(
  env: NodeJS.ProcessEnv,
  address: string | undefined,
): Promise<{ url: string; file: string }> {
  const url = readAddress(address ?? env['BIDWELL_URL'] ?? (await ask('Address of Bidwell: ')))
  const token = readToken(env['BIDWELL_TOKEN'] || (await askSecretly(`Token for ${url}: `)))
  const installation = { url, token }
  await call(installation, api.listAuctions, { query: { limit: 1 } })
  return { url, file: await keepInstallation(env, installation) }
}

const ask = (question: string): Promise<string> =>
  answerTo(question, createInterface({ input: process.stdin, output: process.stderr }))

/** What is typed is not shown. Without a terminal, it is all that standard input has. */
async function askSecretly(question: string): Promise<string> {
  if (!process.stdin.isTTY) return readAll(process.stdin)
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const asking = createInterface({ input: process.stdin, output, terminal: true })
  process.stderr.write(question)
  return await answerTo('', asking).finally(() => process.stderr.write('\n'))
}

/** Throws when the user answers with Ctrl-C or Ctrl-D. */
async function answerTo(question: string, asking: Interface): Promise<string> {
  const closed = new AbortController()
  asking.once('close', () => closed.abort())
  try {
    return await asking.question(question, { signal: closed.signal })
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw new CliError('wrongUse', 'Nothing was kept')
    throw error
  } finally {
    asking.close()
  }
}
