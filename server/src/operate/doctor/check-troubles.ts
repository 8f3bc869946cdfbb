import { messages } from '@bidwell/contract'
import { findTroubles } from '../../health/find-troubles.ts'
import { readFacts } from '../../health/read-facts.ts'
import { openReadBudget } from '../../marketplace/rate-limiting/read-budget.ts'
import { type Connected, type Finding, ok, type Patient, warn } from './check.ts'

/** What the installation says of itself: the list that the administrator's page shows, and a pause for everybody. */
export async function checkTroubles({ db }: Connected, { config, clock }: Patient): Promise<Finding[]> {
  const { site, backups } = config
  const readBudget = openReadBudget({ db, siteId: site.id, readsPerSecond: site.readsPerSecond, onChange: () => {} })
  const facts = await readFacts({ db, clock, marketplace: site, readBudget, expectsBackups: backups.isOn })
  const findings = findTroubles(facts).map((trouble): Finding => {
    const { title, text, remedy } = messages.troubles.describe(trouble.kind, trouble)
    return { level: trouble.severity === 'page' ? 'fail' : 'warn', found: `${title}. ${text}`, remedy }
  })
  if (facts.figures.rest.pause !== 'off') {
    findings.push(warn("everybody's bids are paused", 'If that is over: "npm run bidwell pause off".'))
  }
  return findings.length > 0 ? findings : [ok('nothing is wrong with what runs')]
}
