import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Body, Endpoint, Params, Query, Reply, TokenScope } from '@bidwell/contract'
import type { Tx } from '../platform/database/tables.ts'

/**
 * What else belongs to the transaction of a call's effect: throwing ends the effect as well. The HTTP layer writes down there that the
 * call was made. `asked`: the effect is that the owner is asked.
 */
type WithEffect = { inTransaction?: (tx: Tx, asked?: 'asked') => Promise<void> }

/** The signed-in user behind a call. `provenAt` is when the password was last proven, epoch ms. */
export type Caller = WithEffect & { accountId: number; sessionId: string; provenAt: number }

/** The program behind a call, by a token of its owner. The caps are cents; null without the scope `bid`. */
export type TokenCaller = WithEffect & {
  accountId: number
  token: {
    id: string
    name: string
    scope: TokenScope
    maxBidCents: number | null
    dayCapCents: number | null
    /** A higher bid waits for the owner's tap; null: none waits. */
    askAboveCents: number | null
  }
}

/** Whoever may call an endpoint that some token is good for. */
export type AnyCaller = Caller | TokenCaller

/** An account for which something is done, with the caller who does it, if there is one. */
export type Acting = AnyCaller | (WithEffect & { accountId: number })

/** The browser behind a call, for records and limits. */
export type Visitor = {
  ipAddress: string
  userAgent: string | null
  /** As in the log and in the response's header X-Request-Id. */
  requestId: string
  /** The browser's random name, which its cookie keeps. */
  deviceId: string
}

type CallerOf<E extends Endpoint> = E['scope'] extends 'people' ? Caller : AnyCaller

export type Call<E extends Endpoint> = Visitor & {
  body: Body<E>
  params: Params<E>
  query: Query<E>
  /** Null for endpoints without sign-in, and where signing in is optional for callers who are not. */
  caller: E['access'] extends 'anyone' ? null : CallerOf<E> | (E['access'] extends 'optional' ? null : never)
  /** Aborts when the client disconnects. */
  signal: AbortSignal
}

/** The reply without the `success` field, which the HTTP layer adds. */
export type Answer<E extends Endpoint> = Omit<Reply<E>, 'success'>

/** An answer that is a file for the user to keep. */
export class FileAnswer {
  readonly name: string
  readonly content: Readable
  readonly type: string

  constructor(name: string, content: Readable, type = 'application/json; charset=utf-8') {
    this.name = name
    this.content = content
    this.type = type
  }
}

export type Route = { endpoint: Endpoint; handle: (call: never) => Promise<object> }

/** What a service reads in place of our JSON. */
export type WebhookAnswer = { type: string; text: string }

/** A message of another service, as bytes. `receive` throws for a message of anybody else. */
export type Webhook = {
  path: string
  receive: (body: Buffer, headers: IncomingHttpHeaders, query: URLSearchParams) => Promise<void | WebhookAnswer>
}

/** Connects an endpoint of the contract to its handler. The HTTP layer does validation, sign-in and errors. */
export function route<E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promise<Answer<E>>): Route {
  return { endpoint, handle }
}

/** The answer of a call that has only an effect. */
export async function done(effect: Promise<unknown>) {
  await effect
  return { data: {} }
}

/** The same, with a sentence for the user. */
export async function doneWith(message: string, effect: Promise<unknown>) {
  return { message, ...(await done(effect)) }
}

/** Connects an endpoint that answers with a file to its handler. */
export function fileRoute<E extends Endpoint & { file: object }>(
  endpoint: E,
  handle: (call: Call<E>) => Promise<FileAnswer>,
): Route {
  return { endpoint, handle }
}
