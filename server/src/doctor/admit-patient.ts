import { statfs } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../config/config.ts'
import { keptKeys } from '../config/keys.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Machine, Patient } from './check.ts'
import { connectAsDoctor } from './connect-as-doctor.ts'
import { findMisspelt } from './find-misspelt.ts'

type Options = { clock?: Clock; machine?: Partial<Machine> }

/** Reads what the checks need, without starting anything. Disposing closes the connections to the database. */
export async function admitPatient(
  env: NodeJS.ProcessEnv,
  { clock = systemClock, machine = {} }: Options = {},
): Promise<Patient & AsyncDisposable> {
  const { config, mistakes } = readSettings(env)
  const kept = await keptKeys(config.dataDir).catch(() => ({ session: [], vault: [] }))
  const connection = connectAsDoctor(config)
  return {
    config,
    mistakes,
    misspelt: findMisspelt(env),
    keys: {
      session: config.keys.session.length > 0 ? config.keys.session : kept.session,
      vault: config.keys.vault.length > 0 ? config.keys.vault : kept.vault,
    },
    database: connection.connected,
    clock,
    machine: {
      nodeVersion: process.version,
      statfs: (path) => statfs(path),
      webRoot: fileURLToPath(new URL('../../../web/dist/browser', import.meta.url)),
      ...machine,
    },
    [Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
  }
}

function readSettings(env: NodeJS.ProcessEnv) {
  try {
    return { config: readConfig(env), mistakes: [] }
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    return { config: readConfig({}), mistakes: error.message.split('\n') }
  }
}
