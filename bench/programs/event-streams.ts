import { Agent, type IncomingMessage, request } from 'node:http'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { EVENTS_PATH, type ServerEvent } from '@bidwell/contract'

/*
 * Holds the event streams of many browsers, in a process that ends with the bench. A message names the streams to open; the
 * answer comes when all are open. From then on, each change of an auction that a stream receives is a message.
 */
export type StreamsToOpen = { apis: string[]; tokens: string[] }
export type StreamMessage = { opened: number; refused: number } | { failed: string } | { auctionId: string; at: number }

const OPENED_AT_ONCE = 16
/** A busy API asks browsers to come again. */
const RETRY_AFTER_MS = 2_000
const MOST_TRIES = 30
/** Streams of one network are limited. */
const STREAMS_OF_NETWORK = 200

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })
const say = (message: StreamMessage) => process.send?.(message)

let refused = 0

async function open(api: string, token: string, n: number, triesLeft = MOST_TRIES) {
  const network = Math.floor(n / STREAMS_OF_NETWORK)
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': `10.9.${network >> 8}.${network & 255}` }
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  request(`${api}/api${EVENTS_PATH}`, { agent, headers }, resolve).on('error', reject).end()
  const response = await promise
  if (response.statusCode === 503 && triesLeft > 0) {
    refused += 1
    response.resume()
    await delay(RETRY_AFTER_MS)
    return open(api, token, n, triesLeft - 1)
  }
  if (response.statusCode !== 200) throw new Error(`An event stream was answered: ${await text(response)}`)
  response.on('error', () => {})
  const lines = createInterface(response)
  // The streams are cut at the end of the bench.
  lines.on('error', () => {})
  lines.on('line', (line) => {
    if (!line.startsWith('data: ') || !line.includes('"auction-updated"')) return
    const at = performance.timeOrigin + performance.now()
    const event: ServerEvent = JSON.parse(line.slice('data: '.length))
    if (event.type === 'auction-updated') say({ auctionId: event.auction.auction_id, at })
  })
}

async function openAll({ apis, tokens }: StreamsToOpen) {
  const waiting = tokens.entries()
  const work = async () => {
    for (const [n, token] of waiting) await open(apis[n % apis.length] ?? '', token, n)
  }
  try {
    await Promise.all(Array.from({ length: OPENED_AT_ONCE }, work))
    say({ opened: tokens.length, refused })
  } catch (error) {
    say({ failed: String(error) })
  }
}

process.once('message', (toOpen: StreamsToOpen) => void openAll(toOpen))
process.once('disconnect', () => process.exit())
