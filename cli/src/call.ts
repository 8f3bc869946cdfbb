import { setTimeout as sleep } from 'node:timers/promises'
import {
  API_BASE,
  type Body,
  type Endpoint,
  Failure,
  formatWait,
  type Params,
  type Query,
  type Reply,
  replySchema,
} from '@bidwell/contract'
import { CliError } from './cli-error.ts'
import type { Installation } from './installation.ts'
import { report } from './print.ts'

type Sent<E extends Endpoint> = {
  params?: Params<E>
  query?: Query<E>
  body?: Body<E>
  /** Bidwell does calls with one key once, so that a call without an answer is sent again. */
  idempotencyKey?: string
}

/** Scheduling waits for engines. */
const TIMEOUT_MS = 60_000
const TRIES = 4
const MAX_WAIT_MS = 60_000
const RETRY_MS = 1_000

/**
 * Calls an endpoint of the contract. Waits up to a minute when Bidwell asks for it, three times at most. Throws a `CliError` for
 * everything but the reply that the contract promises.
 */
export async function call<E extends Endpoint>(to: Installation, endpoint: E, sent: Sent<E> = {}): Promise<Reply<E>> {
  for (let tries = 1; ; tries += 1) {
    const answer = await send(to, endpoint, sent).catch((error: unknown) => {
      if (sent.idempotencyKey === undefined || tries === TRIES) throw error
      return null
    })
    if (answer?.ok) return replyOf(endpoint, answer.text)
    const waitMs = answer === null ? RETRY_MS : answer.waitMs
    if (answer && (waitMs === null || waitMs > MAX_WAIT_MS || tries === TRIES)) throw failureOf(answer)
    report(`Trying again in ${formatWait(waitMs ?? RETRY_MS)}…`)
    await sleep(waitMs ?? RETRY_MS)
  }
}

type AnswerText = {
  ok: boolean
  status: number
  text: string
  /** Null where trying again is of no use. */ waitMs: number | null
}

async function send(to: Installation, endpoint: Endpoint, sent: Sent<Endpoint>): Promise<AnswerText> {
  const response = await request(to, pathOf(endpoint, sent), {
    method: endpoint.method,
    headers: {
      ...(sent.body !== undefined && { 'Content-Type': 'application/json' }),
      ...(sent.idempotencyKey !== undefined && { 'Idempotency-Key': sent.idempotencyKey }),
    },
    body: sent.body === undefined ? null : JSON.stringify(sent.body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  const text = await response.text().catch((error: unknown) => {
    throw unreachable(to, error)
  })
  const { ok, status } = response
  const isWait = status === 429 || parseFailure(text)?.code === 'idempotency_in_flight'
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return { ok, status, text, waitMs: isWait && seconds >= 0 ? seconds * 1_000 : null }
}

type Request = { method?: string; headers?: Record<string, string>; body?: string | null; signal: AbortSignal }

/** Sends a request with the token. Follows no redirection, which could take the token elsewhere. */
export async function request(to: Installation, path: string, init: Request): Promise<Response> {
  const headers = { ...init.headers, Authorization: `Bearer ${to.token}`, 'User-Agent': 'bidwell-cli' }
  return fetch(to.url + API_BASE + path, { ...init, headers, redirect: 'error' }).catch((error: unknown) => {
    throw unreachable(to, error)
  })
}

function unreachable(to: Installation, error: unknown): CliError {
  const { cause } = error as { cause?: { code?: string; message?: string } }
  const why = cause?.code ?? cause?.message ?? (error instanceof Error ? error.message : String(error))
  return new CliError('notReachable', `${to.url} does not answer: ${why}`)
}

function pathOf({ path }: Endpoint, { params, query }: Sent<Endpoint>): string {
  const values: Readonly<Record<string, unknown>> = params ?? {}
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])))
  const asked: Readonly<Record<string, string | number | undefined>> = query ?? {}
  const given = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given).toString()}`
}

function replyOf<E extends Endpoint>(endpoint: E, text: string): Reply<E> {
  const reply = replySchema(endpoint).safeParse(parseJson(text))
  // The cast is safe: `Reply` is the type that `replySchema` of this endpoint produces.
  if (reply.success) return reply.data as Reply<E>
  throw new CliError('notReachable', 'The answer is none that this version of bidwell-cli understands')
}

/** The failure that Bidwell, or what stands before it, has answered. */
export function failureOf({ status, text }: Pick<AnswerText, 'status' | 'text'>): CliError {
  const failure = parseFailure(text)
  const ending = status >= 500 || failure === null ? 'notReachable' : 'refused'
  if (failure === null)
    return new CliError(ending, `The address answered with status ${status}, and not as Bidwell does`)
  const { message, code, details = [], request = null } = failure
  return new CliError(ending, message, { code, details, request })
}

function parseFailure(text: string): Failure | null {
  return Failure.safeParse(parseJson(text)).data ?? null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
