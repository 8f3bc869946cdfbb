import * as z from 'zod/mini'
import { AskedBid } from './bids/waiting-bid.ts'

/**
 * What a program may do with a token of its owner, least first: each scope includes those before it. `read`: see auctions, bids
 * and history. `track`: change what is tracked, and have the site read. `bid`: schedule, change and cancel bids, within the
 * caps of the token.
 */
export const TokenScope = z.enum(['read', 'track', 'bid'])
export type TokenScope = z.infer<typeof TokenScope>

/**
 * Who may call: anyone, anyone with the user being known if there is one (`optional`), a signed-in user, a signed-in user
 * who proved who they are in the last fifteen minutes, or the installation's administrator, who proves who they are as well
 * before a change (`admin-proven`). To all others, an administrator's call does not exist.
 *
 * `scope` is what a token needs. `open`: no token, because anyone may call. `people`: no token will do, only
 * a session. Calls that ask for a proof of identity, and those of the administrator, are never for tokens.
 */
type AccessAndScope =
  | { readonly access: 'anyone'; readonly scope: 'open' }
  | { readonly access: 'optional' | 'signed-in'; readonly scope: TokenScope | 'people' }
  | { readonly access: 'recently-proven' | 'admin' | 'admin-proven'; readonly scope: 'people' }

/**
 * What a call of a signed-in user uses up beside the general limits. `log`: the call adds to the security log, from which
 * nobody can delete for 90 days. `safety`: so does a call that makes the account safer. An owner must be able to make it
 * after a thief has used all other budgets up, so each such endpoint has one of its own for each network. Ending sessions,
 * pausing and deleting the account spend nothing. `payments`: the call makes several calls of the payment service, which
 * limits those of the whole installation. `checkout`: it also leaves a payment page there. `practice`: it adds an auction to the
 * practice site. `imports`: it checks a whole file, whether it is taken or refused.
 */
export type Spends = 'log' | 'safety' | 'payments' | 'checkout' | 'practice' | 'imports'

/**
 * One call of the API. `path` is relative to `/api`, with `:name` for parameters. `data` is the schema of the reply's
 * `data` field; `top` is the schema of further fields beside it, where the product's description asks for them.
 */
export type Endpoint = AccessAndScope & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly spends?: Spends
  /** The largest body; by default 64 KiB. */
  readonly maxBytes?: number
  readonly params?: z.ZodMiniObject
  readonly query?: z.ZodMiniObject
  readonly body?: z.ZodMiniType
  readonly data: z.ZodMiniType
  readonly top?: z.ZodMiniObject
  /** The shape of the file that a successful call answers with, in place of `data` in its wrapper. */
  readonly file?: z.ZodMiniType
}

/** An endpoint's request and reply, as types. */
export type Params<E extends Endpoint> = E extends { params: infer S extends z.ZodMiniType } ? z.infer<S> : undefined
export type Query<E extends Endpoint> = E extends { query: infer S extends z.ZodMiniType } ? z.infer<S> : undefined
export type Body<E extends Endpoint> = E extends { body: infer S extends z.ZodMiniType } ? z.infer<S> : undefined
export type Data<E extends Endpoint> = z.infer<E['data']>
export type Top<E extends Endpoint> = E extends { top: infer S extends z.ZodMiniType } ? z.infer<S> : unknown
export type Reply<E extends Endpoint> = { success: true; message?: string | undefined; data: Data<E> } & Top<E>

/** The schema of a whole reply: the wrapper, `data`, and the endpoint's top-level fields. */
export function replySchema(endpoint: Endpoint) {
  return z.object({
    success: z.literal(true),
    message: z.optional(z.string()),
    data: endpoint.data,
    ...endpoint.top?.shape,
  })
}

export const SecondFactorMethod = z.enum(['totp', 'recovery_code', 'passkey'])
export type SecondFactorMethod = z.infer<typeof SecondFactorMethod>

/** A sign-in that waits for a second factor: `challenge` stands for it, for ten minutes. */
export const PendingSignIn = z.object({ challenge: z.string(), methods: z.array(SecondFactorMethod) })
export type PendingSignIn = z.infer<typeof PendingSignIn>

/** The reply to every failed call. Programs read `code`, people read `message`; `details` lists the invalid fields. */
export const Failure = z.object({
  success: z.literal(false),
  message: z.string(),
  code: z.string(),
  details: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  /** With the code `second_factor_required`. */
  second_factor: z.optional(PendingSignIn),
  /** With the code `owner_asked`. */
  request: z.optional(AskedBid),
})
export type Failure = z.infer<typeof Failure>

/** The data of a reply that reports nothing but success. */
export const NoData = z.object({})

/** The number of a record in a path. `Number` alone would also accept forms such as `1e3` and `0x10`. */
export const IdParams = z.strictObject({
  id: z.pipe(z.string().check(z.regex(/^[1-9][0-9]{0,14}$/, 'id must be a whole number')), z.transform(Number)),
})

/** A query parameter that lists values of an enumeration, separated by commas. */
export function commaSeparated(values: readonly string[], message: string) {
  const value = `(${values.join('|')})`
  return z.string().check(z.regex(new RegExp(`^${value}(,${value})*$`), message))
}
