import { userInfo } from 'node:os'
import { completeConfig } from './config/complete-config.ts'
import { awaitRelease } from './pauses/await-release.ts'
import { setOperatorPause } from './pauses/set-operator-pause.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { StartupError } from './platform/startup-error.ts'

const STATES = { on: 'all', new: 'no_new', off: 'off' } as const
const CONFIRMATIONS = {
  all: 'Bidding is paused for everybody.',
  no_new: 'No further bids are armed. Those that an engine holds go on.',
  off: 'Bidding goes on.',
} as const
const MAX_REASON_LENGTH = 300

/** The command `pause on|new|off`: pauses or resumes everybody's bidding. Every user sees the reason of a pause. */
export async function runPauseCommand(
  env: NodeJS.ProcessEnv,
  action: string | undefined,
  reason: string | undefined,
): Promise<void> {
  const state = action === 'on' || action === 'new' || action === 'off' ? STATES[action] : null
  if (state === null) throw new StartupError('Say what to do: pause on, pause new, or pause off')
  const trimmed = reason?.trim() || null
  if (state !== 'off' && trimmed === null) throw new StartupError('Give the --reason: every user sees it')
  if (trimmed !== null && trimmed.length > MAX_REASON_LENGTH) {
    throw new StartupError(`The --reason may be ${MAX_REASON_LENGTH} characters at most`)
  }
  const config = await completeConfig(env, 'owner')
  await using database = openDatabase({ url: config.databaseUrl, applicationName: 'bidwell pause', poolSize: 2 })
  const deps = { db: database.db, clock: systemClock, marketplace: { id: config.site.id } }
  await setOperatorPause(deps, {
    state,
    reason: state === 'off' ? null : trimmed,
    requestedBy: `operator ${userInfo().username}`,
  })
  process.stdout.write(`${CONFIRMATIONS[state]}\n`)
  if (state !== 'all') return
  for (const { id, auction_id, title, locked_in_at } of await awaitRelease(deps, null)) {
    const why = locked_in_at ? 'locked in before' : 'held by an engine that has not answered yet'
    process.stdout.write(`Not stopped: bid ${id} on ${auction_id} (${title}), ${why}.\n`)
  }
}
