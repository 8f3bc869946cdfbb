import { neverAborted, withTimeout } from '../../platform/with-timeout.ts'
import { checkPublicAddress } from './check-address.ts'
import { checkDatabase, checkStandby } from './check-database.ts'
import { checkConfiguration, checkDiskSpace } from './check-machine.ts'
import { checkMail } from './check-mail.ts'
import { checkSessionKeys } from './check-session-keys.ts'
import { checkSite } from './check-site.ts'
import { checkTroubles } from './check-troubles.ts'
import { type Check, fail, type Finding, type Patient, warn } from './check.ts'

/** What neither a start nor a running installation says, and its troubles: in the order in which they are printed. */
const CHECKS: readonly Check[] = [
  { name: 'configuration', run: checkConfiguration },
  { name: 'disk space', run: checkDiskSpace },
  { name: 'public address', run: checkPublicAddress },
  { name: 'database', run: checkDatabase },
  { name: 'standby', ask: checkStandby },
  { name: 'session keys', ask: checkSessionKeys },
  { name: 'site', ask: checkSite },
  { name: 'mail', run: checkMail },
  { name: 'troubles', ask: checkTroubles },
]

export type Result = { name: string; findings: readonly Finding[] }

const CHECK_WITHIN_MS = 10_000

/**
 * Makes all checks side by side; while the settings have mistakes, the first alone, which names them. One that fails by itself, or
 * takes too long, is a finding too.
 */
export function runChecks(patient: Patient, checks = CHECKS): Promise<Result[]> {
  const made = patient.mistakes.length > 0 ? checks.slice(0, 1) : checks
  return Promise.all(
    made.map(async (check) => ({ name: check.name, findings: [await runCheck(check, patient)].flat() })),
  )
}

async function runCheck(check: Check, patient: Patient): Promise<Finding | readonly Finding[]> {
  try {
    return await withTimeout(patient.clock, CHECK_WITHIN_MS, neverAborted, async (signal) => {
      if ('run' in check) return check.run(patient, signal)
      const database = await patient.database
      if ('because' in database) return warn(`not checked, because ${database.because}`, null)
      return check.ask(database, patient, signal)
    })
  } catch (error) {
    return describeFailure(error)
  }
}

const MISSING: readonly string[] = ['42P01', '42703', '42883']

function describeFailure(error: unknown): Finding {
  const { name = '', message = String(error), code = '' } = error as { name?: string; message?: string; code?: string }
  if (code === '42501') return fail(`the role may not look: ${message}`, 'Let DATABASE_URL lead in as bidwell_owner.')
  if (MISSING.includes(code)) {
    return fail(`the database lacks what this version needs: ${message}`, 'Run "npm run bidwell migrate".')
  }
  if (name === 'TimeoutError') {
    const seconds = CHECK_WITHIN_MS / 1_000
    return fail(`no answer within ${seconds} seconds`, 'See what it waits for, and run this again.')
  }
  return fail(`the check failed: ${message}`, 'Run this again; if it stays, send us this line.')
}
