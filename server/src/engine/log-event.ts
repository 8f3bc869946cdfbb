import type { Log } from '../platform/log.ts'
import type { EngineEvent } from './core/ports.ts'

/** Writes an engine event into the log. `lateMs` of `bid fired` measures the product's precision. */
export function logEvent(log: Log, event: EngineEvent): void {
  const { kind, ...fields } = event
  switch (kind) {
    case 'fired':
      return log.info({ ...fields, lateMs: tenths(event.lateMs) }, 'bid fired')
    case 'answered':
      return log.info({ ...fields, tookMs: tenths(event.tookMs) }, 'bid answered')
    case 'claimed':
    case 'armed':
    case 'released':
    case 'finished':
      return log.info(fields, `snipe ${kind}`)
    case 'lease_expired':
      return log.warn(fields, 'bid not sent: the lease had expired')
    case 'leaving': {
      const bids = event.bids === 1 ? '1 bid fires' : `${event.bids} bids fire, the first`
      return log.warn(`asked to stop, with no other engine: ${bids} in ${Math.ceil(event.firesInMs / 1_000)} s`)
    }
    case 'resumed':
      return log.warn(fields, 'the machine was suspended: everything is read anew before a bid is sent')
    case 'fitness':
      return event.unfitReason ? log.error(fields, 'unfit: leaving snipes to other engines') : log.info('fit to claim')
    case 'site_failed':
      return log.warn(withError(event), `the site failed to ${event.doing}`)
    case 'store_failed':
      return log.warn(withError(event), `the database failed to ${event.doing}`)
    case 'journal_failed':
      return log.error(withError(event), 'the journal could not be written')
    case 'journal_unreadable':
      return log.error(fields, 'a journal has an unreadable line: it is kept, and its bids count as uncertain')
    case 'entry_rejected':
      return log.error(fields, 'the database refuses an entry of the journal: it is set aside')
    case 'snipe_failed':
      return log.error(withError(event), 'a snipe failed unexpectedly; it is released to be claimed again')
  }
}

const tenths = (ms: number) => Math.round(ms * 10) / 10

const withError = ({ kind: _kind, error, ...fields }: Extract<EngineEvent, { error: unknown }>) => ({
  ...fields,
  err: error,
})
