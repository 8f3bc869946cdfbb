import type { ChannelName } from '../../alerts/alerts.ts'

/** What stands in the way of scheduled bids, for all of them together. */
const bidsOf = (count: number) => (count === 1 ? 'one bid' : `${count} bids`)

export const stopping = (problems: number, bids: number) =>
  problems === 1 ? `One problem stops ${bidsOf(bids)}.` : `${problems} problems stop ${bidsOf(bids)}.`
/** For problems that may keep bids from being accepted, or may not. */
export const endangering = (problems: number, bids: number) =>
  problems === 1 ? `One problem endangers ${bidsOf(bids)}.` : `${problems} problems endanger ${bidsOf(bids)}.`
/** Each of these bids was outbid, and its auction runs on. */
export const outbid = (bids: number) =>
  bids === 1 ? 'Outbid, with time left to bid again.' : `${bids} bids are outbid, with time left to bid again.`
/** After the time that is left. */
export const nextBid = (amount: string) => `Next bid ${amount}.`
/** After their number. */
export const noun = (problems: number) => (problems === 1 ? 'problem' : 'problems')
const WAITING = {
  email: 'Mails',
  push: 'Alerts to devices',
  sms: 'Text messages',
  webhook: 'Calls of webhooks',
} as const
/** `time` is when the oldest of what waits was queued. */
export const alertsWait = (channel: ChannelName, time: string) => `${WAITING[channel]} wait since ${time}.`
export const alertsWaitText = 'Bidwell goes on trying. Your bids are not concerned; look here for news about them.'
export const loginRefused = (site: string) => `${site} refuses your login.`
export const safeAgain = (bids: number) => (bids === 1 ? 'Your bid is safe again' : `${bids} bids are safe again`)
