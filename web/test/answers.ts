import { STATUS_CODES } from 'node:http'
import {
  api,
  API_BASE,
  type Body,
  type Data,
  type Endpoint,
  EVENTS_PATH,
  type Failure,
  type Params,
  type Query,
  replySchema,
  type ServerEvent,
  type Top,
} from '@bidwell/contract'

/** A call of the page, as the contract reads it. */
export type Call<E extends Endpoint = Endpoint> = {
  params: Params<E>
  query: Query<E>
  body: Body<E>
  /** The same for the same call once more. */
  idempotencyKey: string | null
}

/** A failed call, with its status, and what the headers say: after how many seconds another may succeed, and of the token. */
export type Refusal = { status: number; retryAfter?: number; tokenExpired?: boolean } & Omit<Failure, 'success'>
/** The network breaks before the answer arrives. */
export const LOST = 'lost'
/** What a proxy answers whose server is away: a page, and no reply of the contract. */
export const UNREADABLE = { status: 502, text: '<html>' }

/** What arrives in place of an answer: nothing, a page of a proxy, or anything else. */
type Lost = typeof LOST | typeof UNREADABLE

type Answer<E extends Endpoint> = ({ data: Data<E>; message?: string } & Top<E>) | Refusal | Lost
type Answering<E extends Endpoint> = Answer<E> | Promise<Answer<E>>
/** `usual` is how the call was answered before. */
export type Answerer<E extends Endpoint> = (call: Call<E>, usual: (call: Call<E>) => Answering<E>) => Answering<E>

/** Calls that wait for their answers. */
export type Held = {
  /** How many calls have come since they are held. */
  calls: () => number
  /** Answers those that wait, and holds no more. */
  release: () => void
  /** Holds no further calls; those held stay held. */
  holdNoMore: () => void
}

/** A path without parameters comes before one that has them. */
const ENDPOINTS = Object.values<Endpoint>(api)
  .toSorted((a, b) => Number(a.path.includes(':')) - Number(b.path.includes(':')))
  .map((endpoint) => ({ endpoint, pattern: new URLPattern({ pathname: API_BASE + endpoint.path }) }))

const EXPIRED: Refusal = { status: 401, code: 'token_expired', message: 'Token expired', tokenExpired: true }

function isExpired(authorization: string): boolean {
  const claims = JSON.parse(Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString())
  return claims.exp * 1_000 <= Date.now()
}

function refusal({ status, retryAfter, tokenExpired, ...failure }: Refusal): Response {
  const headers = new Headers()
  if (retryAfter !== undefined) headers.set('retry-after', String(retryAfter))
  if (tokenExpired !== undefined) headers.set('x-token-expired', String(tokenExpired))
  return new Response(JSON.stringify({ success: false, ...failure }), { status, headers })
}

/** A stream on which nothing comes for long is taken for broken. */
const TELLS_TIME_EVERY_MS = 15_000

/** What the server answers to each call of the contract, in place of `fetch`, and the calls that came. */
export class Answers {
  readonly #answerers = new Map<Endpoint, (call: Call) => Answering<Endpoint>>()
  readonly #calls: { endpoint: Endpoint; call: Call }[] = []
  readonly #held = new Map<Endpoint, { released: Promise<void>; outdated: boolean }>()
  readonly #streams = new Set<ReadableStreamDefaultController<Uint8Array>>()
  #areStreamsCut = false
  /** The calls for which there was no answer. */
  readonly unanswered: string[] = []

  /** The paths that were asked for with a token. */
  readonly withToken: string[] = []

  /** Answers a call from now on, in place of an earlier answer. */
  to<E extends Endpoint>(endpoint: E, answerer: Answerer<E>): this {
    const before = this.#answerers.get(endpoint) ?? (() => this.#refuseUnanswered(endpoint))
    // The cast is safe: what is kept for an endpoint answers its calls.
    const usual = before as (call: Call<E>) => Answering<E>
    this.#answerers.set(endpoint, (call) => answerer(call, usual))
    return this
  }

  /** Answers the next call that `isMeant` in another way, and others as before. */
  once<E extends Endpoint>(endpoint: E, answerer: Answerer<E>, isMeant: (call: Call<E>) => boolean = () => true): this {
    const before = this.#answerers.get(endpoint)
    return this.to(endpoint, (call, usual) => {
      if (before && !isMeant(call)) return usual(call)
      if (before) this.#answerers.set(endpoint, before)
      return answerer(call, usual)
    })
  }

  /** Answers the calls that `isMeant` in another way, and the others as before. */
  where<E extends Endpoint>(endpoint: E, isMeant: (call: Call<E>) => boolean, answerer: Answerer<E>): this {
    return this.to(endpoint, (call, usual) => (isMeant(call) ? answerer(call, usual) : usual(call)))
  }

  /** Carries the next call out, and loses its answer on the way, or has something else arrive. */
  loseNext(endpoint: Endpoint, lost: Lost = LOST): this {
    return this.once(endpoint, async (call, usual): Promise<Lost> => {
      await usual(call)
      return lost
    })
  }

  /** Holds the calls of an endpoint until they are released; they are carried out then, or, if `outdated`, at once. */
  hold(endpoint: Endpoint, { outdated = false } = {}): Held {
    const { promise: released, resolve } = Promise.withResolvers<void>()
    const earlier = this.calls(endpoint).length
    this.#held.set(endpoint, { released, outdated })
    const holdNoMore = () => void this.#held.delete(endpoint)
    return {
      calls: () => this.calls(endpoint).length - earlier,
      holdNoMore,
      release: () => {
        holdNoMore()
        resolve()
      },
    }
  }

  /** The calls of an endpoint until now, in their order. */
  calls<E extends Endpoint>(endpoint: E): Call<E>[] {
    return this.#calls.filter((each) => each.endpoint === endpoint).map(({ call }) => call as unknown as Call<E>)
  }

  /** All that the pages have sent until now. */
  get sent(): string {
    return JSON.stringify(this.#calls.map(({ call }) => call))
  }

  /** Sends an event to each page that listens. */
  emit(event: ServerEvent): void {
    for (const stream of this.#streams) this.#send(stream, event)
  }

  /** Ends the event streams, and opens no other until they are mended. */
  cutStreams(): { mend: () => void } {
    this.#areStreamsCut = true
    for (const stream of this.#streams) stream.error(new TypeError('The stream is cut'))
    this.#streams.clear()
    return { mend: () => void (this.#areStreamsCut = false) }
  }

  /** How many event streams are open. */
  get streams(): number {
    return this.#streams.size
  }

  /** Answers in place of the browser's `fetch`. */
  readonly fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET', body, headers, signal } = init
    const url = new URL(path, location.href)
    const token = new Headers(init.headers).get('authorization')
    if (token !== null) {
      this.withToken.push(url.pathname)
      if (isExpired(token)) return refusal(EXPIRED)
    }
    if (url.pathname === API_BASE + EVENTS_PATH) {
      if (this.#areStreamsCut) throw new TypeError('Failed to fetch')
      return new Response(this.#openStream(signal))
    }
    const found = ENDPOINTS.find(
      ({ endpoint, pattern }) => endpoint.method === method && pattern.test({ pathname: url.pathname }),
    )
    if (!found) throw new Error(`The contract has no ${method} ${url.pathname}`)
    const { endpoint, pattern } = found
    const params = pattern.exec({ pathname: url.pathname })?.pathname.groups
    // The cast is safe: the schemas are the endpoint's.
    const call = {
      params: endpoint.params?.parse(params),
      query: endpoint.query?.parse(Object.fromEntries(url.searchParams)),
      body: endpoint.body?.parse(typeof body === 'string' ? JSON.parse(body) : undefined),
      idempotencyKey: new Headers(headers).get('idempotency-key'),
    } as Call
    this.#calls.push({ endpoint, call })
    const answer = await Promise.race([this.#answer(endpoint, call), abortOf(signal)])
    if (answer === LOST) throw new TypeError('Failed to fetch')
    if ('text' in answer)
      return new Response(answer.text, { status: answer.status, statusText: STATUS_CODES[answer.status] ?? '' })
    if (!('code' in answer)) {
      const reply: object = { success: true, ...answer }
      return new Response(endpoint.file ? String(answer.data) : JSON.stringify(replySchema(endpoint).parse(reply)))
    }
    return refusal(answer)
  }

  async #answer(endpoint: Endpoint, call: Call): Promise<Answer<Endpoint>> {
    const held = this.#held.get(endpoint)
    if (!held?.outdated) await held?.released
    const answer = await (this.#answerers.get(endpoint)?.(call) ?? this.#refuseUnanswered(endpoint))
    await held?.released
    return answer
  }

  #refuseUnanswered({ method, path }: Endpoint): Refusal {
    this.unanswered.push(`${method} ${path}`)
    return { status: 501, code: 'unanswered', message: 'The test has no answer for this call' }
  }

  #send(stream: ReadableStreamDefaultController<Uint8Array>, event: ServerEvent): void {
    if (this.#streams.has(stream)) stream.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`))
  }

  #openStream(signal: AbortSignal | null | undefined): ReadableStream<Uint8Array> {
    return new ReadableStream({
      start: (stream) => {
        this.#streams.add(stream)
        const tell = () =>
          this.#send(stream, { type: 'site_time', time: { now: new Date().toISOString(), uncertainty_ms: 4 } })
        tell()
        const telling = setInterval(tell, TELLS_TIME_EVERY_MS)
        signal?.addEventListener('abort', () => {
          clearInterval(telling)
          this.#streams.delete(stream)
        })
      },
    })
  }
}

/** Rejects when the page stops waiting for an answer. */
function abortOf(signal: AbortSignal | null | undefined): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal?.addEventListener('abort', () => reject(signal.reason))
  return promise
}
