import { api, messages } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import type { Readiness } from '../http/readiness.ts'
import { type Route, route } from '../http/route.ts'
import type { SiteState } from '../marketplace/rate-limiting/read-budget.ts'
import { readSiteTime } from '../marketplace/site-time.ts'
import { findDeadChannels } from '../notifying/deliveries/find-dead-channels.ts'
import { countAlarms } from '../platform/alarms.ts'
import { AppError } from '../platform/errors.ts'

type Installation = {
  readiness: Readiness
  supportEmail: string | null
  hasMailbox: boolean
  /** What tells this installation from others. */
  installation: string
}

/**
 * The routes about the installation itself: the site's time, how to reach the operator, where mails are shown, and its
 * health, which includes the database, the site and the number of alarms that an operator should look at; and whether this
 * process should get calls.
 */
export function systemRoutes(ctx: Ctx, given: Installation): Route[] {
  return [
    route(api.readClock, async () => ({ data: await readSiteTime(ctx) })),
    route(api.readOperator, async () => ({
      data: {
        support_email: given.supportEmail,
        takes_messages: given.supportEmail !== null && ctx.sendsMail,
        has_mailbox: given.hasMailbox,
      },
    })),
    route(api.readHealth, async () => {
      const [site, waiting, alarms] = await Promise.all([
        ctx.readBudget.state(),
        findDeadChannels(ctx.db, ctx.clock.now()),
        countAlarms(ctx.db),
      ])
      return { data: { status: 'ok' as const, site: present(site), waiting, alarms, installation: given.installation } }
    }),
    route(api.readReady, async () => {
      const failed = await given.readiness.check()
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
