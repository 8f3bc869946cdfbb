import type { BidAnswer, BidLine, SiteSession } from '../../marketplace/marketplace.ts'
import { SiteError } from '../../marketplace/site-error.ts'
import type { BidFate } from './fates.ts'
import type { SiteSaid } from './model-site.ts'
import type { PageCall } from './site-port.ts'
import { DOUBT_MS } from './trouble-spells.ts'
import type { VirtualProcess } from './virtual-process.ts'
import { readKey, type Sending, type World } from './world.ts'

/** The longest that a bid which was refused waits to be sent again, unless the site asked for more. */
const RESEND_MS = 2_500

/** The connection on which one user's bids go out, in the simulated world. */
export function bidLine(
  world: World,
  process: VirtualProcess,
  engineId: number,
  { token }: SiteSession,
  call: PageCall,
): BidLine {
  const { time, site, shown, onSend } = world
  const { clock } = process
  const owner = site.ownerOf(token)
  let isOpen = false

  /** What the site, or the way to it, makes of the bid when it comes there. */
  function arrive({ kind, retryAfterMs = null }: BidFate, auctionId: string, sending: Sending): SiteSaid {
    sending.open = false
    if (kind === 'lost') return unknown
    if (kind === 'not_sent' || kind === 'blocked' || kind === 'rate_limited') {
      sending.refused = true
      if (kind === 'not_sent') isOpen = false
      else sending.turnedAway = true
      return kind === 'rate_limited' ? { kind, words: '', retryAfterMs } : { kind, words: '' }
    }
    const said = site.isGood(token)
      ? site.place(site.bidderOf(token), auctionId, sending.amountCents)
      : { kind: 'unauthorized' as const, words: 'Log in' }
    sending.taken = said.kind === 'leading' || said.kind === 'outbid'
    if (kind === 'unheard') return unknown
    sending.refused = !sending.taken
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
        const fate = world.bidFate(process)
        const sentAt = time.now()
        const sending = { engineId, auctionId, amountCents: maximum, sentAt, ...UNDER_WAY }
        onSend(sending)
        noteSpell(world, fate, sending)
        const answer = new Promise<BidAnswer>((resolve) => {
          time.at(sentAt + fate.outMs, () => {
            const said = arrive(fate, auctionId, sending)
            world.trace.note('site', `bid ${auctionId} ${said.kind}`)
            process.deliver(time.now() + fate.backMs, () => resolve({ ...said, receivedAt: clock.monotonic() }))
          })
        })
        return { sentAt: clock.monotonic(), answer }
      },
    }),
    async [Symbol.asyncDispose]() {},
  }
}

const UNDER_WAY = { open: true, taken: false, refused: false, turnedAway: false }

const unknown: SiteSaid = { kind: 'unknown', words: 'reset' }

function noteSpell({ time, spells }: World, { kind, outMs, backMs, retryAfterMs }: BidFate, { auctionId }: Sending) {
  if (kind === 'fine' && outMs + backMs < 150) return
  const pauseMs = kind === 'lost' || kind === 'unheard' ? DOUBT_MS : Math.max(RESEND_MS, retryAfterMs ?? 0)
  const from = time.now()
  spells.note(Number(auctionId), { from, to: from + outMs + backMs + pauseMs, why: `bid ${kind}` })
}
