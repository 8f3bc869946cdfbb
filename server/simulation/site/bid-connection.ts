import type { BidResponse, BidConnection, SiteSession } from '../../src/marketplace/marketplace.ts'
import { SiteError } from '../../src/marketplace/site-error.ts'
import type { BidCallOutcome } from '../faults/call-outcomes.ts'
import { UNCERTAIN_MS } from '../faults/fault-windows.ts'
import { isTimeKnown } from '../rules/known-time.ts'
import { noteAnswered } from '../rules/proofs.ts'
import { bidsOfAccount } from '../store/model-database.ts'
import { noteSending, outcomeOfBidCall } from '../world/call-outside.ts'
import type { VirtualProcess } from '../world/virtual-process.ts'
import type { Sending, World } from '../world/world.ts'
import type { SiteResponse } from './place-bid.ts'
import type { PageCall, ReadPage } from './site-port.ts'

/** The wait before a refused bid is sent again, tripled with each refusal, unless the site asks for a longer one. */
const RESEND_MS = 250

const TRAVEL_MS = 200

type Connecting = {
  world: World
  process: VirtualProcess
  engineId: number
  session: SiteSession
  /** Requests a page in the name of the process. */
  call: PageCall
  readPage: ReadPage
}

/** The connection on which one user's bids go out, in the simulated world. */
export function bidConnection({
  world,
  process,
  engineId,
  session: { token },
  call,
  readPage,
}: Connecting): BidConnection {
  const { site, database } = world
  const accountId = site.accountOf(token)
  let isOpen = false

  async function connect(signal?: AbortSignal) {
    if (!isOpen) await call('connect', bidsOfAccount(database, accountId), signal, () => {})
    isOpen = true
  }
  const close = () => {
    isOpen = false
  }

  return {
    get isOpen() {
      return isOpen
    },
    connect,
    async readItem(auctionId, signal) {
      await connect(signal)
      return readPage(auctionId, token, signal).catch((error: unknown) => {
        if (!(error instanceof SiteError && error.kind === 'not_found')) close()
        throw error
      })
    },
    prepareBid: ({ auctionId, maximum }) => ({
      fire: (givenUp) => send({ world, process, close }, { engineId, auctionId, amountCents: maximum, token }, givenUp),
    }),
    async [Symbol.asyncDispose]() {},
  }
}

type Sender = { world: World; process: VirtualProcess; /** Closes the connection. */ close: () => void }

function send(
  sender: Sender,
  bid: Pick<Sending, 'engineId' | 'auctionId' | 'amountCents' | 'token'>,
  givenUp: AbortSignal | undefined,
) {
  const { world, process } = sender
  const { time } = world
  const { clock } = process
  const outcome = outcomeOfBidCall(world, process)
  const sending: Sending = {
    ...bid,
    sentAt: time.now(),
    wallTime: clock.now(),
    open: true,
    accepted: false,
    refused: false,
    refusedBySite: false,
    siteTime: world.site.siteTime(),
    isTimeKnown: isTimeKnown(world, bid.engineId),
    faultWindow: null,
  }
  noteSending(world, sending)
  noteFaultWindow(world, outcome, sending)
  const response = new Promise<BidResponse>((resolve) => {
    givenUp?.addEventListener('abort', () => resolve({ ...unknown, receivedAt: clock.monotonic() }))
    time.at(sending.sentAt + outcome.outMs, () => {
      const siteAnswer = arrive(sender, outcome, sending)
      world.trace.note('site', `bid ${bid.auctionId} ${siteAnswer.kind}`)
      process.deliver(time.now() + outcome.backMs, () => {
        noteAnswered(world, sending, siteAnswer.kind)
        resolve({ ...siteAnswer, receivedAt: clock.monotonic() })
      })
    })
  })
  return { sentAt: clock.monotonic(), response }
}

const unknown: SiteResponse = { kind: 'unknown', siteMessage: 'reset' }

/** A refusal in words that the engine does not know: it cannot tell that the bid was not taken. */
const UNKNOWN_REFUSAL = { kind: 'refused', siteMessage: 'Please accept our updated Terms of Use.' } as const

/** What the site, or the network on the way to it, answers to a bid. */
function arrive(
  { world, close }: Sender,
  { kind, retryAfterMs = null }: BidCallOutcome,
  sending: Sending,
): SiteResponse {
  const { site } = world
  sending.open = false
  if (kind === 'lost') return unknown
  if (kind === 'not_sent' || kind === 'blocked' || kind === 'rate_limited') {
    sending.refused = true
    if (kind === 'not_sent') close()
    else sending.refusedBySite = true
    return kind === 'rate_limited' ? { kind, siteMessage: '', retryAfterMs } : { kind, siteMessage: '' }
  }
  const { auctionId, amountCents, token } = sending
  const shield = site.shieldOf(site.accountOf(token))
  if (shield) return refuse(world, sending, { ...shield, siteMessage: '' })
  const item = site.items.get(auctionId)
  if (item && item.falseRefusals > 0 && !site.isClosed(item)) {
    item.falseRefusals -= 1
    return refuse(world, sending, { kind: 'closed', siteMessage: 'Auction has closed.' })
  }
  const bidder = site.bidderOf(token)
  if (site.refusesBids(site.accountOf(token))) {
    sending.refusedBySite = true
    return UNKNOWN_REFUSAL
  }
  const answer = site.isGood(token)
    ? site.place(bidder, auctionId, amountCents)
    : { kind: 'unauthorized' as const, siteMessage: 'Log in' }
  const isProcessed = answer.kind !== 'closed' && answer.kind !== 'unauthorized'
  // A bid equal to the bidder's own maximum stands, whatever the site says about the second one.
  sending.accepted = answer.kind === 'leading' || (isProcessed && site.maximumOf(bidder, auctionId) === amountCents)
  if (kind === 'answer_lost') return unknown
  sending.refused = !sending.accepted
  sending.refusedBySite = sending.refused
  return answer
}

/** The site says that it has not taken the bid: it goes out again after a pause. */
function refuse({ time, faultWindows, sendings }: World, sending: Sending, answer: SiteResponse): SiteResponse {
  const retryAfterMs = answer.kind === 'rate_limited' ? (answer.retryAfterMs ?? 0) : 0
  const to = time.now() + Math.max(resendMs(sendings, sending), retryAfterMs)
  const window = { from: sending.sentAt, to, reason: 'the site refused its bids' } as const
  sending.faultWindow = faultWindows.note(Number(sending.auctionId), window)
  sending.refused = true
  sending.refusedBySite = true
  return answer
}

/** How long after its refusal a bid is sent again, with the time that it takes. */
const resendMs = (sendings: readonly Sending[], { auctionId }: Sending) =>
  RESEND_MS * 3 ** sendings.filter((it) => it.auctionId === auctionId && it.refusedBySite).length + TRAVEL_MS

function noteFaultWindow(
  { time, faultWindows, sendings }: World,
  { kind, outMs, backMs, retryAfterMs }: BidCallOutcome,
  sending: Sending,
) {
  if (kind === 'fine' && outMs + backMs < 150) return
  const isUncertain = kind === 'lost' || kind === 'answer_lost'
  const pauseMs = isUncertain ? UNCERTAIN_MS : Math.max(resendMs(sendings, sending), retryAfterMs ?? 0)
  const from = time.now()
  sending.faultWindow = faultWindows.note(Number(sending.auctionId), {
    from,
    to: from + outMs + backMs + pauseMs,
    reason: 'its bid was lost or late on the way',
  })
}
