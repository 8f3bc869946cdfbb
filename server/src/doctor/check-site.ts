import { openReadBudget } from '../marketplace/rate-limiting/read-budget.ts'
import { shopgoodwill } from '../marketplace/shopgoodwill/shopgoodwill.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { type Connected, fail, type Finding, ok, type Patient, warn } from './check.ts'

const WAIT_SENTENCE = 'Reads go on by themselves; bids are sent all the same.'

/** Whether the auction site answers. Asks it for the time, if the budget of reads allows it and no failure holds it back. */
export async function checkSite({ db }: Connected, { config, clock }: Patient, signal: AbortSignal): Promise<Finding> {
  await using site = shopgoodwill(clock, config.site)
  const { readsPerSecond, host } = config.site
  const readBudget = openReadBudget({ db, siteId: site.id, readsPerSecond, onChange: () => {} })
  const { state, failureKind, failures, nextTryAt } = await readBudget.state()
  if (state === 'backing_off') {
    const until = nextTryAt === null ? '' : `; the next read is at ${new Date(nextTryAt).toISOString()}`
    const times = `${failures} time${failures === 1 ? '' : 's'}`
    return warn(`${host} has failed ${times} in a row (${failureKind})${until}`, WAIT_SENTENCE)
  }
  const grant = await readBudget.acquire({ by: 'refresh', upTo: 1 })
  if (grant.kind === 'wait') return ok(`${host} was not asked: other reads have used up the budget of this moment`)
  if (grant.trial) {
    await readBudget.refund(grant)
    return warn(`${host} has failed, and is tried again now`, WAIT_SENTENCE)
  }
  try {
    const { sentAt, receivedAt } = await site.sampleClock(signal)
    await readBudget.report(null, { item: 'clock', trial: false })
    return ok(`${host} answers in ${Math.round(receivedAt - sentAt)} ms`)
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    await readBudget.report(error, { item: 'clock', trial: false })
    return describe(error, host)
  }
}

function describe({ kind, message, httpStatus }: SiteError, host: string): Finding {
  const status = httpStatus === undefined ? '' : `, HTTP ${httpStatus}`
  if (kind === 'connection' || kind === 'timeout') {
    return fail(`${host} cannot be reached (${kind})`, "Check this machine's network, and SHOPGOODWILL_API_URL.")
  }
  if (kind === 'blocked' || kind === 'rate_limited') {
    return fail(`${host} refuses this machine (${kind}${status})`, 'Lower SITE_READS_PER_SECOND, and ask the site.')
  }
  if (kind === 'unavailable') return fail(`${host} is out of order (${kind}${status})`, WAIT_SENTENCE)
  return fail(`${host} does not speak the protocol (${kind}${status}): ${message}`, 'Correct SHOPGOODWILL_API_URL.')
}
