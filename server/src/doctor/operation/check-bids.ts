import { sql } from 'kysely'
import { countOverdueBids } from '../../watching/read-figures.ts'
import { type Connected, fail, type Finding, ok, type Patient, warn } from '../check.ts'

type Facts = { overdue: number; pause: 'off' | 'no_new' | 'all' }

/** Whether bids wait that should have been sent, and whether the operator has paused them. */
export async function checkBids({ db }: Connected, { config }: Patient): Promise<Finding> {
  const { rows } = await sql<Facts>`
    select ${countOverdueBids(config.site.id)} as overdue, state as pause from operator_pause`.execute(db)
  return judgeBids(rows[0] ?? { overdue: 0, pause: 'off' })
}

function judgeBids({ overdue, pause }: Facts): Finding {
  if (overdue > 0) {
    return fail(
      `${overdue} ${overdue === 1 ? 'is' : 'are'} overdue, and no engine sends ${overdue === 1 ? 'it' : 'them'}`,
      'See what this says about engines, and about the clock.',
    )
  }
  if (pause !== 'off') return warn("everybody's are paused", 'If that is over: "npm run pause off".')
  return ok('none is overdue')
}
