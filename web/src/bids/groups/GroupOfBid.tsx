import { type Bid, formatCents, type GroupOfBid as OfBid, messages, type WireBidGroup } from '@bidwell/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useOnline } from '../../api/use-online.ts'
import { Button } from '../../ui/Button.tsx'
import { Layers } from '../../ui/icons.tsx'
import { centsOf } from '../../ui/money.ts'
import { whyOffline } from '../bid-rules.ts'
import { bidGroupsQuery, sayNotWonMutation } from './group-queries.ts'

type GroupOfBidProps = {
  bid: Bid
  /** The sentence above says what the group does. */
  isSaid: boolean
  onOpen: (groupId: number) => void
}

/** What its group does with the bid, and the way to change the group; nothing for a single bid. */
export const GroupOfBid = ({ bid, ...props }: GroupOfBidProps) =>
  bid.group && <InGroup bid={bid} group={bid.group} {...props} />

function InGroup({ bid, group, isSaid, onOpen }: GroupOfBidProps & { group: OfBid }) {
  const whole = useQuery(bidGroupsQuery).data?.find(({ id }) => id === group.id)
  const unknown = whole && unknownBid(whole, bid, group)
  return (
    <section
      aria-label={messages.bidGroup.group}
      className="flex flex-col items-start gap-2 rounded-card border border-line p-3 text-small"
    >
      <p className="flex min-w-0 items-center gap-1.5 font-semibold">
        <Layers aria-hidden size={16} className="shrink-0" />
        <span className="min-w-0 break-words">
          {group.name} · {messages.bidGroup.word[group.state]}
        </span>
      </p>
      {!isSaid && <p>{messages.bidGroup.sentence(group, bid.outcome)}</p>}
      {bid.status === 'outbid' && group.state === 'lost' && <p>{messages.bidGroup.joinsAgain}</p>}
      {whole && <p className="text-ink-2 tabular">{standingText(whole)}</p>}
      <div className="flex flex-wrap gap-2">
        {unknown && <NotWonButton bidId={unknown.bid_id} title={unknown.title} />}
        <Button size="dense" onClick={() => onOpen(group.id)}>
          {messages.bidGroup.open}
        </Button>
      </div>
    </section>
  )
}

/** The closed auction without a known result that this bid waits for, or is itself. */
const unknownBid = ({ members }: WireBidGroup, bid: Bid, group: OfBid) =>
  members.find(({ bid_id, state }) => state === 'unknown' && bid_id === (group.about?.bid_id ?? bid.id))

/** `Won 1 of at most 2, for $30.00.` */
export const standingText = ({ wins, most_wins, extra_wins, spent }: WireBidGroup): string =>
  messages.bidGroup.standing({ wins, mostWins: most_wins + extra_wins, spent: formatCents(centsOf(spent)) })

type NotWonButtonProps = { bidId: number; title: string }

function NotWonButton({ bidId, title }: NotWonButtonProps) {
  const { mutate, isPending } = useMutation(sayNotWonMutation)
  return (
    <Button
      size="dense"
      aria-label={`${messages.bidGroup.saidNotWon}: ${title}`}
      busy={isPending}
      whyNot={whyOffline(useOnline())}
      onClick={() => mutate(bidId)}
    >
      {messages.bidGroup.saidNotWon}
    </Button>
  )
}
