import { type AuctionHouseOptions, sealCredential, startAuctionHouse } from '../src/index.ts'

/** 2026-10-07 20:00:00 Pacific. */
export const EVENING = Date.UTC(2026, 9, 8, 3)

/** An empty house on a clock that moves only when a test says so. */
export async function openTestHouse(options: Partial<AuctionHouseOptions> = {}) {
  let now = EVENING
  const house = await startAuctionHouse({ port: 0, sampleItems: false, clock: { now: () => now }, ...options })
  return {
    ...house,
    advance: (ms: number) => {
      now += ms
    },
  }
}

type Site = { apiUrl: string }

type Sent = { token?: string; body?: unknown; headers?: Record<string, string> }

/** One call to the protocol: POST with a body, GET without. */
export async function call(site: Site, path: string, { token, body, headers }: Sent = {}) {
  const response = await fetch(site.apiUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, json: parsed(text), text }
}

// Tests look into answers freely, as a client that trusts the documentation would.
function parsed(text: string) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export async function signIn(site: Site, userName = 'demo', password = userName): Promise<string> {
  const body = {
    userName: sealCredential(userName),
    password: sealCredential(password),
    remember: false,
    browser: 'firefox',
  }
  const { json } = await call(site, 'SignIn/Login', { body })
  return json.accessToken
}

export const readItem = async (site: Site, itemId: number, token = '') =>
  (await call(site, `ItemDetail/GetItemDetailModelByItemId/${itemId}`, { token })).json

export const bid = (site: Site, token: string, itemId: number, amount: string | number, headers = {}) =>
  call(site, 'ItemBid/PlaceBid', { token, headers, body: { itemId, bidAmount: amount, sellerId: 117, quantity: 1 } })
