import { messages } from '@bidwell/contract'
import { listUnknownReplies } from '../marketplace/keep-unknown-reply.ts'
import { openReadBudget } from '../marketplace/rate-limiting/read-budget.ts'
import { shopgoodwill } from '../marketplace/shopgoodwill/shopgoodwill.ts'
import { SiteError } from '../marketplace/site-error.ts'
import { type Connected, fail, type Finding, ok, type Patient, warn } from './check.ts'

const WAIT_SENTENCE = 'Reads go on by themselves; bids are sent all the same.'

/** Also prints the replies of the site that the product does not know. */
export async function checkSite(connected: Connected, patient: Patient, signal: AbortSignal): Promise<Finding[]> {
  const findings = await askSite(connected, patient, signal)
  const remedy = 'Please send us this line: it has no name, no amount and no secret.'
  for (const { shape, seen_at } of await listUnknownReplies(connected.db)) {
    const found = `on ${seen_at.toISOString().slice(0, 10)}, the site gave a reply that Bidwell does not know, ${shape}`
    findings.push({ level: 'ok', found, remedy })
  }
  return findings
}

/**
 * Whether the auction site gives what bidding needs: the time, and an item. Asks if the budget of reads allows it and no failure
 * holds it back.
 */
async function askSite({ db }: Connected, { config, clock }: Patient, signal: AbortSignal): Promise<Finding[]> {
  await using site = shopgoodwill(clock, config.site)
  const { readsPerSecond, host, name } = config.site
  const readBudget = openReadBudget({ db, siteId: site.id, readsPerSecond, onChange: () => {} })
  const { state, failureKind, failures, nextTryAt } = await readBudget.state()
  if (state === 'backing_off') {
    const until = nextTryAt === null ? '' : `; the next read is at ${new Date(nextTryAt).toISOString()}`
    const times = `${failures} time${failures === 1 ? '' : 's'}`
    const found = `${host} has failed ${times} in a row (${failureKind})${until}`
    return [messages.auction.isSiteRefusal(failureKind) ? refuses(name, found) : warn(found, WAIT_SENTENCE)]
  }
  const grant = await readBudget.acquire({ by: 'refresh', upTo: 1 })
  if (grant.kind === 'wait') return [ok(`${host} was not asked: other reads have used up the budget of this moment`)]
  if (grant.trial) {
    await readBudget.refund(grant)
    return [warn(`${host} has failed, and is tried again now`, WAIT_SENTENCE)]
  }
  const open = db.selectFrom('listings').where('marketplace', '=', site.id).where('closed_at', 'is', null)
  const latest = await open.select('auction_id').orderBy('last_checked_at', 'desc').limit(1).executeTakeFirst()
  const item = latest?.auction_id
  const calls: [call: string, does: string, ask: () => Promise<unknown>][] = []
  calls.push(['clock', 'tells the time', () => site.sampleClock(signal)])
  if (item) calls.push([item, `shows item ${item}`, () => site.readItem(item, { signal })])
  const findings: Finding[] = []
  const [answers, failed] = [new Set<string>(), new Map<string, SiteError>()]
  // All are asked, although the first may be refused: which of them are, tells what refuses.
  for (const [call, does, ask] of calls) {
    const askedAt = clock.monotonic()
    const error = await ask().then(() => null, asSiteError)
    if (error) failed.set(call, error)
    else answers.add(call)
    const answered = ok(`${host} ${does}: HTTP 200 in ${Math.round(clock.monotonic() - askedAt)} ms`)
    findings.push(error ? describe(error, does, config.site) : answered)
    if (error?.kind === 'connection') break
  }
  await readBudget.debit({ reads: calls.length - grant.reads, answers, failures: failed })
  return findings
}

function asSiteError(error: unknown): SiteError {
  if (error instanceof SiteError) return error
  throw error
}

const refuses = (name: string, found: string) =>
  fail(`${messages.auction.siteRefuses(name)} ${found}`, messages.auction.refusalRemedy)

function describe(error: SiteError, does: string, { host, name }: { host: string; name: string }): Finding {
  const { kind, message, httpStatus = 200 } = error
  const status = `${kind}, HTTP ${httpStatus}`
  if (kind === 'connection' || kind === 'timeout') {
    return fail(`${host} cannot be reached (${kind})`, "Check this machine's network, and STAND_INS.")
  }
  if (messages.auction.isSiteRefusal(kind)) return refuses(name, `Asked whether it ${does}, ${host} says ${status}`)
  if (kind === 'rate_limited') return fail(`${host} asks us to slow down (${status})`, 'Lower SITE_READS_PER_SECOND.')
  if (kind === 'unavailable') return fail(`${host} is out of order (${status})`, WAIT_SENTENCE)
  return fail(`${host} does not speak the protocol (${status}): ${message}`, 'Correct STAND_INS.')
}
