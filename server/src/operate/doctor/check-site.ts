import { messages } from '@bidwell/contract'
import { listUnknownReplies } from '../../marketplace/keep-unknown-reply.ts'
import { openReadBudget } from '../../marketplace/rate-limiting/read-budget.ts'
import { shopgoodwill } from '../../marketplace/shopgoodwill/shopgoodwill.ts'
import { SiteError } from '../../marketplace/site-error.ts'
import { type Connected, fail, type Finding, ok, type Patient } from './check.ts'

/** Whether the auction site tells its time. Also prints the replies of the site that the product does not know. */
export async function checkSite(connected: Connected, patient: Patient, signal: AbortSignal): Promise<Finding[]> {
  const findings = [await askSite(connected, patient, signal)]
  const remedy = 'Please send us this line: it has no name, no amount and no secret.'
  for (const { shape, seen_at } of await listUnknownReplies(connected.db)) {
    const found = `on ${seen_at.toISOString().slice(0, 10)}, the site gave a reply that Bidwell does not know, ${shape}`
    findings.push({ level: 'ok', found, remedy })
  }
  return findings
}

async function askSite({ db }: Connected, { config, clock }: Patient, signal: AbortSignal): Promise<Finding> {
  await using site = shopgoodwill(clock, config.site)
  const { readsPerSecond, host, name } = config.site
  const readBudget = openReadBudget({ db, siteId: site.id, readsPerSecond, onChange: () => {} })
  const grant = await readBudget.acquire({ by: 'refresh', upTo: 1 })
  if (grant.kind === 'wait') return ok(`${host} was not asked: reads that can wait are held back`)
  const error = await site.sampleClock(signal).then(() => null, asSiteError)
  await readBudget.report(error, { item: 'clock', trial: grant.trial })
  if (error === null) return ok(`${host} tells its time`)
  const { kind, message, httpStatus } = error
  const found = `${host} does not tell its time (${httpStatus === undefined ? kind : `${kind}, HTTP ${httpStatus}`})`
  return messages.auction.isSiteRefusal(kind)
    ? fail(`${messages.auction.siteRefuses(name)} ${found}`, messages.auction.refusalRemedy)
    : fail(`${found}: ${message}`, "Check this machine's network, and STAND_INS.")
}

function asSiteError(error: unknown): SiteError {
  if (error instanceof SiteError) return error
  throw error
}
