import { InternalFault, type Site } from '../../src/engine/core/ports.ts'
import type { ClockSample, ItemReading, SiteSession } from '../../src/marketplace/marketplace.ts'
import { SiteError } from '../../src/marketplace/site-error.ts'
import { noteStamp } from '../rules/known-time.ts'
import { noteShown } from '../rules/proofs.ts'
import { loginVersionOf } from '../store/model-database.ts'
import { outcomeOfCall } from '../world/call-outside.ts'
import { noteForAccount } from '../world/processes.ts'
import type { VirtualProcess } from '../world/virtual-process.ts'
import { readKey, type World } from '../world/world.ts'
import { bidConnection } from './bid-connection.ts'
import type { Stamp } from './site-clocks.ts'

/** A page that takes longer delays a shot. */
const SLOW_PAGE_MS = 250
/** How long an engine pauses after a failed page, before and after the end as far as it knows. */
const RECOVERY_MS = 1_000
const OVERDUE_RECOVERY_MS = 10_000
/** An end that moves by more on one page may be wrong. */
const SUDDEN_MOVE_MS = 60_000
/** How long a new login with a new reading of the item takes. */
const RELOGIN_MS = 1_500

/** The auction site, as one process of the simulated world reaches it. */
export function sitePort(world: World, process: VirtualProcess, engineId: number): Site {
  const { site, reads, shownEnds, listedMaximums, time } = world
  const { clock } = process
  const call = pageCall(world, process)
  let knowsSiteTime = false
  /** The end on the last page of each item. */
  const lastEnds = new Map<string, number>()

  /** A stamp from the very instant at which the site answers, as its pages carry it. */
  function sampleOf(stamp: Stamp, resolutionMs: number, sentAt: number): ClockSample {
    const receivedAt = clock.monotonic()
    noteStamp(world, engineId, stamp, receivedAt - sentAt + resolutionMs)
    const siteTime = Math.floor(stamp.siteTime / resolutionMs) * resolutionMs
    return { siteTime, sentAt, receivedAt, resolutionMs }
  }

  /** An item's page as the owner of the token sees it, or with null as everybody does. */
  async function readPage(auctionId: string, token: string | null, signal: AbortSignal | undefined) {
    const askedAt = time.now()
    const sentAt = clock.monotonic()
    const key = readKey(engineId, auctionId)
    shownEnds.delete(key)
    reads.set(key, askedAt)
    const { page, stamp } = await call('readItem', [Number(auctionId)], signal, () => {
      const bidder = token === null ? null : bidderOf({ token })
      const stamp = site.stamp()
      return { page: site.read(auctionId, bidder, stamp.isWrong ? site.siteTime() : stamp.siteTime), stamp }
    })
    noteShown(world, auctionId, page)
    if (!page) {
      noteMissingPage(world, auctionId, askedAt)
      throw new SiteError('not_found', 'No such item')
    }
    // The port takes no such page, whatever its time is worth.
    if (!page.closed && page.endsAt < stamp.siteTime - SUDDEN_MOVE_MS) {
      noteMissingPage(world, auctionId, askedAt)
      throw new SiteError('unexpected_shape', 'The site shows an open item that has ended')
    }
    // An engine need believe neither the end on a page that falsely says closed, nor one that the page before did not show.
    const isNear = Math.abs(page.endsAt - (lastEnds.get(auctionId) ?? page.endsAt)) <= SUDDEN_MOVE_MS
    lastEnds.set(auctionId, page.endsAt)
    if (!page.closed && isNear) shownEnds.set(key, page.endsAt)
    return { ...page, clock: sampleOf(stamp, site.pageResolutionMs, sentAt) }
  }

  function bidderOf({ token }: Pick<SiteSession, 'token'>): string {
    if (!site.isGood(token)) throw new SiteError('unauthorized', 'Log in')
    return site.bidderOf(token)
  }

  return {
    name: 'the site',
    openSession: (accountId, { bidId, refusedToken }, signal) =>
      call('openSession', [bidId], signal, () => {
        if (loginVersionOf(world.database, accountId) === null) throw new InternalFault('login_missing', 'No login')
        try {
          return site.openSession(accountId, refusedToken)
        } catch (error) {
          notePausedLogins(world, accountId)
          throw error
        }
      }),
    readItem: (auctionId, { session, signal }) => readPage(auctionId, session?.token ?? null, signal),
    async openAuctions(session, { signal }) {
      const list = await call('openAuctions', [], signal, () => site.openAuctionsOf(bidderOf(session)))
      for (const auctionId of site.items.keys()) {
        const row = list.find((listed) => listed.auctionId === auctionId)
        listedMaximums.set(readKey(engineId, auctionId), row?.maximumCents ?? 0)
      }
      return list
    },
    orders: (session, { paid, signal }) =>
      call('orders', [], signal, () => (paid ? [] : site.ordersOf(bidderOf(session)))),
    async sampleClock(signal) {
      const sentAt = clock.monotonic()
      // Until an engine has seen the site's clock once, it claims nothing.
      const stamp = await call('sampleClock', knowsSiteTime ? [] : 'every bid', signal, () => site.stamp())
      knowsSiteTime = true
      return sampleOf(stamp, 1_000, sentAt)
    },
    pausedUntil: () => -Infinity,
    openBidConnection: (session) => bidConnection({ world, process, engineId, session, call, readPage }),
  }
}

/** Requests a page; `concerns` are the bids that the page is for. */
export type PageCall = <T>(
  page: string,
  concerns: readonly number[] | 'every bid',
  signal: AbortSignal | undefined,
  effect: () => T,
) => Promise<T>

export type ReadPage = (
  auctionId: string,
  token: string | null,
  signal: AbortSignal | undefined,
) => Promise<ItemReading>

/** Notes, when an engine needs a login, that the account cannot log in for a while. */
function notePausedLogins(world: World, accountId: number) {
  const { time, site } = world
  const pausedUntil = site.loginsPausedUntil(accountId)
  if (pausedUntil < time.now()) return
  const faultWindow = { from: time.now(), to: pausedUntil + RELOGIN_MS, reason: 'logins were paused' } as const
  noteForAccount(world, accountId, faultWindow)
}

function noteMissingPage(world: World, auctionId: string, from: number) {
  if (!needsPage(world, auctionId)) return
  const to = world.time.now() + recoveryMs(world, auctionId)
  world.faultWindows.note(Number(auctionId), { from, to, reason: 'the site showed no page' })
}

/** Whether only the item's page can tell what to do: the bid may have been sent, or its end has moved unnoticed. */
function needsPage({ database, site, sendings }: World, auctionId: string): boolean {
  const bid = database.bids.get(Number(auctionId))
  const isSent = sendings.some((sending) => sending.auctionId === auctionId)
  const knownEnd = bid && bid.fireAt + bid.leadMs
  return isSent || bid?.lockedInAt !== null || knownEnd !== site.items.get(auctionId)?.endsAt
}

function recoveryMs({ site }: World, auctionId: string): number {
  const isOverdue = site.siteTime() > (site.items.get(auctionId)?.earliestEndsAt ?? Infinity)
  return isOverdue ? OVERDUE_RECOVERY_MS : RECOVERY_MS
}

/** The page without which a bid can still be sent. */
const DISPENSABLE_PAGE = 'readItem'

/** Requests pages for a process, and notes a fault window for as long as a failed page holds up its bid. */
function pageCall(world: World, process: VirtualProcess): PageCall {
  const { time, faultWindows } = world
  return async (page, concerns, signal, effect) => {
    const outcome = outcomeOfCall(world, process, `site.${page}`)
    const isQuick = outcome.kind === 'fine' && outcome.outMs + outcome.backMs < SLOW_PAGE_MS
    const isNeededFor = (bidId: number) => page !== DISPENSABLE_PAGE || needsPage(world, String(bidId))
    const delayed = concerns === 'every bid' ? [null] : concerns.filter(isNeededFor)
    if (isQuick || delayed.length === 0) return unlessAborted(process.call(outcome, effect), signal)

    const reason = page === 'openSession' ? 'the site gave no session' : 'the site showed no page'
    const delays = delayed.map((bidId) => ({
      bidId,
      faultWindow: faultWindows.note(bidId, { from: time.now(), to: Infinity, reason }),
    }))
    function end() {
      for (const { bidId, faultWindow } of delays) {
        const afterMs = Math.max(recoveryMs(world, String(bidId)), page === 'openSession' ? RELOGIN_MS : 0)
        faultWindow.to = Math.min(faultWindow.to, time.now() + afterMs)
      }
    }
    signal?.addEventListener('abort', end, { once: true })
    const answer = process.call(outcome, effect)
    answer.then(end, end)
    return unlessAborted(answer, signal)
  }
}

/** An aborted call rejects, even if an answer arrives after all. */
async function unlessAborted<T>(answer: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const received = await answer
  signal?.throwIfAborted()
  return received
}
