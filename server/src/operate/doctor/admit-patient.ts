import { statfs } from 'node:fs/promises'
import { readConfig } from '../../config/config.ts'
import { findMisspelt } from '../../config/find-misspelt.ts'
import { findKeys } from '../../config/keys.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { StartupError } from '../../platform/startup-error.ts'
import type { Machine, Patient } from './check.ts'
import { connectAsDoctor } from './connect-as-doctor.ts'

type Options = { clock?: Clock; machine?: Partial<Machine> }

/** Reads what the checks need, without starting anything. Disposing closes the connections to the database. */
export async function admitPatient(
  env: NodeJS.ProcessEnv,
  { clock = systemClock, machine = {} }: Options = {},
): Promise<Patient & AsyncDisposable> {
  const { config, mistakes } = readSettings(env)
  const connection = connectAsDoctor(config)
  return {
    config,
    mistakes,
    misspelt: findMisspelt(env),
    keys: await findKeys(config).catch(() => config.keys),
    database: connection.connected,
    clock,
    machine: {
      statfs: (path) => statfs(path),
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
