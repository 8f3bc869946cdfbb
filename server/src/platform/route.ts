import type { Body, Endpoint, Params, Query, Reply } from '@bidwell/contract'

/** The signed-in user behind a call. `provenAt` is when the password was last proven, epoch ms. */
export type Caller = { accountId: number; sessionId: string; provenAt: number }

export type Call<E extends Endpoint> = {
  body: Body<E>
  params: Params<E>
  query: Query<E>
  /** Null where anybody may call. */
  caller: E['access'] extends 'anyone' ? null : Caller
  ipAddress: string
  userAgent: string | null
  /** Aborts when the client goes away. */
  signal: AbortSignal
}

/** Everything of the reply but the wrapper's `success`. */
export type Answer<E extends Endpoint> = Omit<Reply<E>, 'success'>

export type Route = { endpoint: Endpoint; handle: (call: never) => Promise<object> }

/** Ties an endpoint of the contract to what answers it. Validation, sign-in and errors are the app's business. */
export function route<E extends Endpoint>(endpoint: E, handle: (call: Call<E>) => Promise<Answer<E>>): Route {
  return { endpoint, handle }
}
