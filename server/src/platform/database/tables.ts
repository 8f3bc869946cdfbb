import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Tables } from './generated-tables.ts'

export type Db = Kysely<Tables>
/** The parameter type of queries that must run in a transaction. */
export type Tx = Transaction<Tables>

export type AccountRow = Selectable<Tables['accounts']>
export type AlarmRow = Selectable<Tables['alarms']>
export type BidRow = Selectable<Tables['bids']>
export type ClosedAuctionRow = Selectable<Tables['closed_auctions']>
export type ConnectionRow = Selectable<Tables['connections']>
export type EngineRow = Selectable<Tables['engines']>
export type IdentityChallengeRow = Selectable<Tables['identity_challenges']>
export type InvoiceRow = Selectable<Tables['invoices']>
export type ListingRow = Selectable<Tables['listings']>
export type MailLinkRow = Selectable<Tables['mail_links']>
export type PasskeyRow = Selectable<Tables['passkeys']>
export type ReadBudgetRow = Selectable<Tables['read_budgets']>
export type SessionRow = Selectable<Tables['sessions']>
export type SubscriptionRow = Selectable<Tables['subscriptions']>
export type TotpSecretRow = Selectable<Tables['totp_secrets']>
