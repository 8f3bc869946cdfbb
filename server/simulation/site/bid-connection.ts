import type { BidResponse, BidConnection, SiteSession } from '../../src/marketplace/marketplace.ts'
import { SiteError } from '../../src/marketplace/site-error.ts'
import type { BidCallOutcome } from '../faults/call-outcomes.ts'
import type { SiteSaid } from './model-site.ts'
import type { PageCall } from './site-port.ts'
import { DOUBT_MS } from '../faults/fault-windows.ts'
import type { VirtualProcess } from '../world/virtual-process.ts'
import { readKey, type Sending, type World } from '../world/world.ts'

/** The longest that a bid which was refused waits to be sent again, unless the site asked for more. */
const RESEND_MS = 2_500

/** The connection on which one user's bids go out, in the simulated world. */
export function bidConnection(
  world: World,
  process: VirtualProcess,
  engineId: number,
  { token }: SiteSession,
  call: PageCall,
): BidConnection {
  const { time, site, shown, onSend } = world
  const { clock } = process
  const owner = site.ownerOf(token)
  let isOpen = false

  /** What the site, or the way to it, makes of the bid when it comes there. */
  function arrive({ kind, retryAfterMs = null }: BidCallOutcome, auctionId: string, sending: Sending): SiteSaid {
    sending.open = false
    if (kind === 'lost') return unknown
    if (kind === 'not_sent' || kind === 'blocked' || kind === 'rate_limited') {
      sending.refused = true
      if (kind === 'not_sent') isOpen = false
      else sending.turnedAway = true
      return kind === 'rate_limited' ? { kind, siteMessage: '', retryAfterMs } : { kind, siteMessage: '' }
    }
    const said = site.isGood(token)
      ? site.place(site.bidderOf(token), auctionId, sending.amountCents)
      : { kind: 'unauthorized' as const, siteMessage: 'Log in' }
    sending.accepted = said.kind === 'leading' || said.kind === 'outbid'
    if (kind === 'unheard') return unknown
    sending.refused = !sending.accepted
    sending.turnedAway = sending.refused
    return said
  }

  async function connect(signal?: AbortSignal) {
    if (!isOpen) await call('connect', owner, signal, () => {})
    isOpen = true
  }

  return {
    get isOpen() {
      return isOpen
    },
    connect,
    async warm(auctionId, signal) {
      await connect(signal)
      const sentAt = clock.monotonic()
      const item = await call('warm', owner, signal, () => site.read(auctionId, null)).catch((error: unknown) => {
        isOpen = false
        throw error
      })
      if (!item) throw new SiteError('not_found', 'No such item')
      shown.set(readKey(engineId, auctionId), item.endsAt)
      const { currentPriceCents, minimumBidCents, endsAt, endsAtAmbiguous, sellerId } = item
      const roundTripMs = clock.monotonic() - sentAt
      return { currentPriceCents, minimumBidCents, endsAt, endsAtAmbiguous, sellerId, roundTripMs }
    },
    prepareBid: ({ auctionId, maximum }) => ({
      fire() {
        const outcome = world.bidCallOutcome(process)
        const sentAt = time.now()
        const sending = { engineId, auctionId, amountCents: maximum, sentAt, ...UNDER_WAY }
        onSend(sending)
        noteFaultWindow(world, outcome, sending)
        const response = new Promise<BidResponse>((resolve) => {
          time.at(sentAt + outcome.outMs, () => {
            const said = arrive(outcome, auctionId, sending)
            world.trace.note('site', `bid ${auctionId} ${said.kind}`)
            process.deliver(time.now() + outcome.backMs, () => resolve({ ...said, receivedAt: clock.monotonic() }))
          })
        })
        return { sentAt: clock.monotonic(), response }
      },
    }),
    async [Symbol.asyncDispose]() {},
  }
}

const UNDER_WAY = { open: true, accepted: false, refused: false, turnedAway: false }

const unknown: SiteSaid = { kind: 'unknown', siteMessage: 'reset' }

function noteFaultWindow(
  { time, faultWindows }: World,
  { kind, outMs, backMs, retryAfterMs }: BidCallOutcome,
  { auctionId }: Sending,
) {
  if (kind === 'fine' && outMs + backMs < 150) return
  const pauseMs = kind === 'lost' || kind === 'unheard' ? DOUBT_MS : Math.max(RESEND_MS, retryAfterMs ?? 0)
  const from = time.now()
  faultWindows.note(Number(auctionId), { from, to: from + outMs + backMs + pauseMs, why: `bid ${kind}` })
}
