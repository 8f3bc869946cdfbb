import { userInfo } from 'node:os'
import { setOperatorPause } from './pauses/set-operator-pause.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { StartupError } from './platform/startup-error.ts'

const STATES = { on: 'all', new: 'no_new', off: 'off' } as const
const SAYS = {
  all: 'Bidding is paused for everybody.',
  no_new: 'No further bids are armed. Those that an engine holds go on.',
  off: 'Bidding goes on.',
} as const
const LONGEST_REASON = 300

/** The operator's pause, from the command line: `on`, `new` or `off`, with a reason that every user sees. */
export async function pauseFromCommandLine(word: string | undefined, reason: string | undefined): Promise<void> {
  const state = word === 'on' || word === 'new' || word === 'off' ? STATES[word] : null
  if (state === null) throw new StartupError('Say what to do: pause on, pause new, or pause off')
  const said = reason?.trim() || null
  if (state !== 'off' && said === null) throw new StartupError('Give the --reason: every user sees it')
  if (said !== null && said.length > LONGEST_REASON) {
    throw new StartupError(`The --reason may be ${LONGEST_REASON} characters at most`)
  }
  const config = readConfig(process.env)
  if (config.database.kind !== 'remote')
    throw new StartupError('DATABASE_URL must say which database to pause bidding in')
  await using database = openDatabase({ url: config.database.url, applicationName: 'bidwell pause', poolSize: 2 })
  const deps = { db: database.db, clock: systemClock, marketplace: { id: config.site.id } }
  const left = await setOperatorPause(deps, {
    state,
    reason: state === 'off' ? null : said,
    requestedBy: `operator ${userInfo().username}`,
  })
  const lines = left.map(
    ({ id, auction_id, title, locked_in_at }) =>
      `Not stopped: bid ${id} on ${auction_id} (${title}), ${locked_in_at ? 'locked in before' : 'held by an engine that has not answered yet'}.`,
  )
  process.stdout.write(`${[SAYS[state], ...lines].join('\n')}\n`)
}
