import { api, messages } from '@bidwell/contract'
import type { Readiness } from '../http/readiness.ts'
import { type Route, route } from '../http/route.ts'
import type { ReadBudget, SiteState } from '../marketplace/rate-limiting/read-budget.ts'
import { readSiteTime, type SiteTimeDeps } from '../marketplace/site-time.ts'
import { findDeadChannels } from '../notifying/deliveries/find-dead-channels.ts'
import { countAlarms } from '../platform/alarms.ts'
import { AppError } from '../platform/errors.ts'

type SystemDeps = SiteTimeDeps & {
  readBudget: Pick<ReadBudget, 'state'>
  readiness: Readiness
  supportEmail: string | null
  /** Whether mails to the operator leave this installation, or are shown. */
  sendsMail: boolean
  hasMailbox: boolean
  /** What tells this installation from others. */
  installation: string
}

/**
 * The routes about the installation itself: the site's time, how to reach the operator, where mails are shown, and its
 * health, which includes the database, the site and the number of alarms that an operator should look at; and whether this
 * process should get calls.
 */
export function systemRoutes(deps: SystemDeps): Route[] {
  return [
    route(api.readClock, async () => ({ data: await readSiteTime(deps) })),
    route(api.readOperator, async () => ({
      data: {
        support_email: deps.supportEmail,
        takes_messages: deps.supportEmail !== null && deps.sendsMail,
        has_mailbox: deps.hasMailbox,
      },
    })),
    route(api.readHealth, async () => {
      const [site, waiting, alarms] = await Promise.all([
        deps.readBudget.state(),
        findDeadChannels(deps.db, deps.clock.now()),
        countAlarms(deps.db),
      ])
      return { data: { status: 'ok' as const, site: present(site), waiting, alarms, installation: deps.installation } }
    }),
    route(api.readReady, async () => {
      const failed = await deps.readiness.check()
      if (failed !== null) throw new AppError('not_ready', messages.generic.notReady(failed))
      return { data: { status: 'ready' as const } }
    }),
  ]
}

const present = ({ state, since, failureKind, failures, nextTryAt, readsLeft }: SiteState) => ({
  state,
  since: iso(since),
  because: failureKind,
  failures,
  next_try_at: iso(nextTryAt),
  reads_left: readsLeft,
})

const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString())
