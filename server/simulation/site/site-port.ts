import type { ClockSample } from '../../src/marketplace/marketplace.ts'
import { SiteError } from '../../src/marketplace/site-error.ts'
import type { Site } from '../../src/engine/core/ports.ts'
import { bidConnection } from './bid-connection.ts'
import type { VirtualProcess } from '../world/virtual-process.ts'
import { readKey, type World } from '../world/world.ts'

/** Slower than this, a page holds up a shot. */
const SLOW_PAGE_MS = 250
/** An engine pauses for so long after a page that failed, with a shot ahead. */
const RECOVERY_MS = 1_000
const OVERDUE_RECOVERY_MS = 10_000
/** Asking for the password, the token and the item anew. */
const RELOGIN_MS = 1_500

/** The auction site as one process of the simulated world sees it. */
export function sitePort(world: World, process: VirtualProcess, engineId: number): Site {
  const { site, reads, shown, time, faultWindows } = world
  const { clock } = process
  const call = pageCall(world, process)
  let knowsTime = false

  return {
    openSession: (accountId, { fresh }, signal) =>
      call('openSession', accountId, signal, () => {
        const session = site.openSession(accountId, fresh)
        if (!session) throw new SiteError('login_refused', 'Refused', { siteMessage: 'Wrong user name or password.' })
        return session
      }),
    async readItem(auctionId, { session, signal }) {
      const askedAt = time.now()
      const sentAt = clock.monotonic()
      const key = readKey(engineId, auctionId)
      shown.delete(key)
      const { page, at } = await call('readItem', Number(auctionId), signal, () => {
        if (session && !site.isGood(session.token)) throw new SiteError('unauthorized', 'Log in')
        return { page: site.read(auctionId, session ? site.bidderOf(session.token) : null), at: site.siteTime() }
      })
      if (!page) {
        if (needsPage(world, auctionId))
          faultWindows.note(Number(auctionId), {
            from: askedAt,
            to: time.now() + recoveryMs(world, auctionId),
            why: MISSING,
          })
        throw new SiteError('not_found', 'No such item')
      }
      reads.set(key, askedAt)
      shown.set(key, page.endsAt)
      return { ...page, clock: stamp(at, site.pageGrainMs, sentAt) }
    },
    async sampleClock(signal) {
      const sentAt = clock.monotonic()
      // Until it has seen the site's clock once, an engine claims nothing.
      const whose = knowsTime ? null : 'everybody'
      const at = await call('sampleClock', whose, signal, () => site.siteTime())
      knowsTime = true
      return stamp(at, 1_000, sentAt)
    },
    openBidConnection: (session) => bidConnection(world, process, engineId, session, call),
  }

  /** A stamp from the very moment at which the site acts, as its pages carry. */
  function stamp(at: number, resolutionMs: number, sentAt: number): ClockSample {
    return {
      siteTime: Math.floor(at / resolutionMs) * resolutionMs,
      sentAt,
      receivedAt: clock.monotonic(),
      resolutionMs,
    }
  }
}

export type PageCall = <T>(
  page: string,
  whose: number | 'everybody' | null,
  signal: AbortSignal | undefined,
  effect: () => T,
) => Promise<T>

const MISSING = 'its page was missing'

/** It may have been sent, or ends at another time than is known: without its page nobody can tell. */
function needsPage({ store, site, sendings }: World, auctionId: string): boolean {
  const bid = store.bids.get(Number(auctionId))
  const isSent = sendings.some((sending) => sending.auctionId === auctionId)
  return isSent || bid?.lockedInAt !== null || bid.endsAt !== site.items.get(auctionId)?.endsAt
}

/** With the close behind it, as far as it knows, an engine takes its time to ask again. */
function recoveryMs({ site }: World, auctionId: string): number {
  const isOverdue = site.siteTime() > (site.items.get(auctionId)?.earliestEndsAt ?? Infinity)
  return isOverdue ? OVERDUE_RECOVERY_MS : RECOVERY_MS
}

/** What a bid can be sent without, otherwise. */
const DISPENSABLE = new Set(['readItem', 'warm'])

/** A request for a page. What went wrong with it, and until when its bidder had to do without, is the world's to know. */
function pageCall(world: World, process: VirtualProcess): PageCall {
  const { time, faultWindows, outcomeOf } = world
  return async (page, whose, signal, effect) => {
    const outcome = outcomeOf(process, `site.${page}`)
    const isFine = outcome.kind === 'fine' && outcome.outMs + outcome.backMs < SLOW_PAGE_MS
    const isMissed = whose !== null && (!DISPENSABLE.has(page) || needsPage(world, String(whose)))
    if (isFine || !isMissed) return heard(process.call(outcome, effect), signal)

    const bidId = whose === 'everybody' ? null : whose
    const afterMs = Math.max(recoveryMs(world, String(bidId)), page === 'openSession' ? RELOGIN_MS : 0)
    const faultWindow = faultWindows.note(bidId, { from: time.now(), to: Infinity, why: `${page} ${outcome.kind}` })
    const isOver = () => {
      faultWindow.to = Math.min(faultWindow.to, time.now() + afterMs)
    }
    signal?.addEventListener('abort', isOver, { once: true })
    const answer = process.call(outcome, effect)
    answer.then(isOver, isOver)
    return heard(answer, signal)
  }
}

/** Who has given up hears nothing of an answer that comes after all. */
async function heard<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const told = await answer
  signal?.throwIfAborted()
  return told
}
