import type { Bid, ConnectionStatus } from '@bidwell/contract'

export type FirstStep = { name: string; isDone: boolean }

type Facts = {
  status: ConnectionStatus
  auctionCount: number
  bids: readonly Pick<Bid, 'status'>[]
  site: { name: string; practice: boolean }
}

/** What a new user does first, each step with whether it is done. On the practice site, the last step is a win. */
export function firstStepsOf({ status, auctionCount, bids, site }: Facts): FirstStep[] {
  const hasBid = bids.some((bid) => bid.status !== 'cancelled')
  return [
    { name: `Connect ${site.name}${site.practice ? ' (demo / demo)' : ''}`, isDone: isConnected(status) },
    {
      name: site.practice
        ? 'Add an auction that ends within minutes: ours, or one whose link you paste above'
        : 'Add an auction: paste its link above',
      isDone: auctionCount > 0 || hasBid,
    },
    site.practice
      ? { name: 'Schedule a bid, and watch it win', isDone: bids.some((bid) => bid.status === 'won') }
      : { name: 'Schedule your first bid', isDone: hasBid },
  ]
}

const isConnected = ({ hasCredentials, refused }: ConnectionStatus): boolean => hasCredentials && !refused
