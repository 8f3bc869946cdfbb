import { statfs } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readConfig } from '../config/config.ts'
import { findMisspelt } from '../config/find-misspelt.ts'
import { findKeys } from '../config/keys.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { StartupError } from '../platform/startup-error.ts'
import type { Machine, Patient } from './check.ts'
import { connectAsDoctor } from './connect-as-doctor.ts'

type Options = { clock?: Clock; machine?: Partial<Machine> }

/**
 * Reads what the checks need, without starting anything. Settings that are wrong are left out, so that the rest can be
 * checked all the same. Disposing closes the connections to the database.
 */
export async function admitPatient(
  env: NodeJS.ProcessEnv,
  { clock = systemClock, machine = {} }: Options = {},
): Promise<Patient & AsyncDisposable> {
  const { config, mistakes, leftOut } = readWhatIsRight(env)
  const connection = connectAsDoctor(config)
  return {
    config,
    mistakes,
    misspelt: findMisspelt(env),
    leftOut,
    keys: await findKeys(config).catch(() => config.keys),
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

const SETTING = /^[A-Z][A-Z\d_]+\b/

/** Leaves out each setting that a mistake names first, until the rest is right. */
function readWhatIsRight(env: NodeJS.ProcessEnv) {
  const leftOut = new Set<string>()
  let mistakes: readonly string[] | null = null
  for (;;) {
    const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !leftOut.has(name)))
    try {
      return { config: readConfig(rest), mistakes: mistakes ?? [], leftOut }
    } catch (error) {
      if (!(error instanceof StartupError)) throw error
      const found = error.message.split('\n')
      // A start would show these. Later ones only follow from what was left out.
      mistakes ??= found
      const wrong = found.flatMap((mistake) => settingsThatCause(SETTING.exec(mistake)?.[0], rest))
      if (wrong.length === 0) throw error
      for (const name of wrong) leftOut.add(name)
    }
  }
}

/** What to leave out for a mistake: the setting itself or, where it is missing, those that need it. */
function settingsThatCause(name = '', env: NodeJS.ProcessEnv): string[] {
  if (env[name]) return [name]
  return (NEEDING[name] ?? []).filter((other) => env[other])
}

const NEEDING: Record<string, readonly string[]> = {
  MAIL_FROM: ['SMTP_URL'],
  PUBLIC_URL: ['MAIL_FROM', 'TWILIO_ACCOUNT_SID'],
  SHOPGOODWILL_TERMS_ACKNOWLEDGED: ['MARKETPLACE'],
  STRIPE_SECRET_KEY: ['STRIPE_WEBHOOK_SECRET'],
  STRIPE_WEBHOOK_SECRET: ['STRIPE_SECRET_KEY'],
  TWILIO_ACCOUNT_SID: ['TWILIO_FROM', 'TWILIO_AUTH_TOKEN'],
}
