import type { PreflightCode } from '../../bids/preflight.ts'

/** The findings of preflight checks. Amounts are formatted. */
export const loginMissing = (site: string) => `No ${site} login is stored, so this bid cannot be placed.`
export const loginRefused = (site: string, siteMessage: string | null) =>
  siteMessage === null
    ? `${site} refuses your login, so this bid may not be placed.`
    : `${site} refuses your login: “${siteMessage}”`
export const loginTooShort = (site: string) =>
  `Your login at ${site} runs out before this auction ends. We sign in again just before the bid.`
export const itemMissing = (site: string) => `${site} did not show this item when we looked. We are looking again.`
export const itemWithdrawn = (site: string) => `${site} no longer has this item.`
export const itemEnded = 'This auction has ended.'
export const itemEndedEarly = 'The seller ended this auction early.'
export const endMoved = (byHowMuch: string, later: boolean) =>
  `Since you scheduled this bid, the end has moved ${byHowMuch} ${later ? 'later' : 'earlier'}. The bid moved with it.`
export const pricePastMaximum = (price: string, maximum: string) =>
  `The price is ${price}, above your max of ${maximum}.`
export const belowNextBid = (next: string, maximum: string) =>
  `The next acceptable bid is ${next}, above your max of ${maximum}.`
export const leadingMany = (site: string, count: number) =>
  `You lead ${count} other auctions at ${site}. If your account there is younger than 30 days, it can lead no more than 15, and this bid will be refused.`
export const unpaidItems = (site: string, count: number) =>
  `You have ${count} unpaid items at ${site}. It takes no bids from an account with 15 or more.`
export const accountLimit = (site: string, siteMessage: string | null) =>
  `${site} refused your last bid because of a limit on your account${siteMessage === null ? '' : `: “${siteMessage}”`} It may refuse this one too.`
export const siteUnreachable = (site: string) =>
  `${site} could not be reached, so not everything could be checked. We are trying again.`

/** The findings that have a notification of their own. Of the others, the cause has one: the login, the price, the close. */
export const RISKS: Partial<Record<PreflightCode, (site: string) => string>> = {
  item_missing: itemMissing,
  leading_many: (site) =>
    `You lead 15 or more other auctions at ${site}. If your account there is younger than 30 days, it will refuse this bid.`,
  unpaid_items: (site) =>
    `You have 15 or more unpaid items at ${site}. It takes no bids from you until you have paid for some of them.`,
}

/** Whether a finding has a notification of its own. */
export const isRisk = (code: PreflightCode): boolean => code in RISKS
