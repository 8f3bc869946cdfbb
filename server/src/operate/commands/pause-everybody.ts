import { userInfo } from 'node:os'
import { awaitRelease } from '../../bidding/pauses/await-release.ts'
import { setOperatorPause } from '../../bidding/pauses/set-operator-pause.ts'
import { AppError } from '../../platform/errors.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { openAsOperator } from './open-as-operator.ts'

const STATES = { on: 'all', new: 'no_new', off: 'off' } as const
const CONFIRMATIONS = {
  all: 'Bidding is paused for everybody.',
  no_new: 'No further bids are armed. Those that an engine holds go on.',
  off: 'Bidding goes on.',
} as const
const MAX_REASON_LENGTH = 300

/** The command `pause on|new|off`: pauses or resumes everybody's bidding. Every user sees the reason of a pause. */
export async function pauseEverybody(
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
  await using operator = await openAsOperator(env, 'pause')
  const { config, db, clock } = operator
  const deps = { db, clock, marketplace: { id: config.site.id } }
  await setOperatorPause(deps, {
    state,
    reason: state === 'off' ? null : trimmed,
    requestedBy: `operator ${userInfo().username}`,
  }).catch((error: unknown) => {
    throw error instanceof AppError ? new StartupError(error.message, { cause: error }) : error
  })
  process.stdout.write(`${CONFIRMATIONS[state]}\n`)
  if (state !== 'all') return
  for (const { id, auction_id, title, locked_in_at } of await awaitRelease(deps, null)) {
    const why = locked_in_at ? 'locked in before' : 'held by an engine that has not answered yet'
    process.stdout.write(`Not stopped: bid ${id} on ${auction_id} (${title}), ${why}.\n`)
  }
}
