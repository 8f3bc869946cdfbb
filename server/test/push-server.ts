import {
  createDecipheriv,
  createECDH,
  createHmac,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  randomUUID,
  verify,
} from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { PushPayload } from '@bidwell/contract'
import { selfSigned } from './self-signed.ts'

/**
 * What the service does with a message: accepts it; answers with a status and headers; says nothing; accepts it and breaks the
 * connection before it says so; or answers a little at a time without an end.
 */
export type PushBehaviour =
  | 'accept'
  | 'hang'
  | 'accept and cut'
  | 'drip'
  | { status: number; headers?: Record<string, string> }

export type ReceivedPush = {
  endpoint: string
  ttl: number
  urgency: string | undefined
  topic: string | undefined
  /** The public key of the sender, in base64url, whose signature was verified. */
  key: string
  contact: string
  payload: PushPayload
}

type Browser = { curve: ECDH; auth: Buffer }

const MAX_BODY_BYTES = 4_096
const URGENCIES = ['very-low', 'low', 'normal', 'high']
const DAY_S = 24 * 3_600
const CERTIFICATE = selfSigned()

/**
 * A push service on this machine that checks each message as RFC 8030, 8291 and 8292 have it, and decrypts it as the browser
 * of the subscription would.
 */
export async function startPushServer() {
  const browsers = new Map<string, Browser>()
  const received: ReceivedPush[] = []
  let requests = 0
  let behave: (path: string) => PushBehaviour = alwaysAccept

  const server = createServer(
    CERTIFICATE,
    (request, response) => void answer(request, response).catch(() => response.destroy()),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const host = `localhost:${port}`
  const origin = `https://${host}`

  async function answer(request: IncomingMessage, response: ServerResponse) {
    requests += 1
    const body = await buffer(request)
    const path = request.url ?? ''
    const browser = browsers.get(path)
    const behaviour = behave(path)
    if (behaviour === 'hang') return
    if (behaviour === 'drip') return drip(response)
    if (typeof behaviour === 'object') {
      response.writeHead(behaviour.status, behaviour.headers).end('no')
      return
    }
    if (!browser) {
      response.writeHead(404).end('unknown subscription')
      return
    }
    const fault = faultOf(request, body, origin)
    if (fault !== null) {
      response.writeHead(fault.startsWith('vapid') ? 403 : 400).end(fault)
      return
    }
    received.push(readPush(request, body, { endpoint: origin + path, browser }))
    if (behaviour === 'accept and cut') {
      response.destroy()
      return
    }
    response.writeHead(201, { location: `${origin}/message/${randomUUID()}` }).end()
  }

  return {
    /** As ALERT_HOSTS has it. */
    host,
    /** The certificate to trust, that of all push servers. */
    cert: CERTIFICATE.cert,
    received,
    requests: () => requests,
    /** Decides on each message by the path of its subscription. */
    behave(decide: (path: string) => PushBehaviour) {
      behave = decide
    },
    /** A subscription as `PushSubscription.toJSON()` of a browser has it. */
    subscribe(path = `/push/${randomUUID()}`) {
      const curve = createECDH('prime256v1')
      const browser = { curve, auth: randomBytes(16) }
      const p256dh = curve.generateKeys('base64url')
      browsers.set(path, browser)
      return { endpoint: origin + path, keys: { p256dh, auth: browser.auth.toString('base64url') } }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const alwaysAccept = (): PushBehaviour => 'accept'

function drip(response: ServerResponse) {
  response.writeHead(201)
  const timer = setInterval(() => response.write('.'), 5)
  response.on('error', () => {}).on('close', () => clearInterval(timer))
}

/** The rule that a message breaks; null when it breaks none. */
function faultOf({ method, headers }: IncomingMessage, body: Buffer, origin: string): string | null {
  if (method !== 'POST') return 'method'
  if (!/^\d+$/.test(headers['ttl']?.toString() ?? '')) return 'ttl'
  const topic = headers['topic']?.toString()
  if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) return 'topic'
  if (!URGENCIES.includes(headers['urgency']?.toString() ?? 'normal')) return 'urgency'
  if (headers['content-encoding'] !== 'aes128gcm') return 'encoding'
  if (body.length > MAX_BODY_BYTES) return 'size'
  const { claims, isSigned } = readVapid(headers.authorization)
  if (!isSigned) return 'vapid signature'
  if (claims.aud !== origin) return 'vapid audience'
  const leftS = claims.exp - Date.now() / 1_000
  if (!(leftS > 0 && leftS <= DAY_S)) return 'vapid expiry'
  return /^(mailto:|https:)/.test(claims.sub) ? null : 'vapid contact'
}

function readVapid(authorization = '') {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return { key, claims: { aud: '', exp: 0, sub: '' }, isSigned: false }
  const coordinates = { x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    {
      key: createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', ...coordinates } }),
      dsaEncoding: 'ieee-p1363',
    },
    Buffer.from(signature, 'base64url'),
  )
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), isSigned }
}

function readPush(
  { headers }: IncomingMessage,
  body: Buffer,
  { endpoint, browser }: { endpoint: string; browser: Browser },
): ReceivedPush {
  const { key, claims } = readVapid(headers.authorization)
  return {
    endpoint,
    ttl: Number(headers['ttl']),
    urgency: headers['urgency']?.toString(),
    topic: headers['topic']?.toString(),
    key,
    contact: claims.sub,
    payload: JSON.parse(decrypt(body, browser)),
  }
}

/** RFC 8291, by the browser's private key: one record of RFC 8188. */
function decrypt(body: Buffer, { curve, auth }: Browser): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), sender])
  const shared = createHmac('sha256', auth).update(curve.computeSecret(sender)).digest()
  const material = createHmac('sha256', shared)
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest()
  const derive = (what: string, length: number) =>
    Buffer.from(hkdfSync('sha256', material, salt, `Content-Encoding: ${what}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  // The last record ends with a 2 and any number of zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString()
}
