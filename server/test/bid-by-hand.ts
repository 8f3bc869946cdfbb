import { sealCredential } from '@bidwell/auction-house'

type HandBid = { userName: string; itemId: number; amount: number }

/** A bid that a person places on the site's own pages, in a session of its own. The password is the user name. */
export async function bidByHand(apiUrl: string, { userName, itemId, amount }: HandBid): Promise<void> {
  const credential = sealCredential(userName)
  const signedIn = await post(apiUrl, 'SignIn/Login', { userName: credential, password: credential, remember: false })
  const { status } = await post(
    apiUrl,
    'ItemBid/PlaceBid',
    { itemId, bidAmount: amount.toFixed(2), sellerId: 117, quantity: 1 },
    String(signedIn['accessToken']),
  )
  if (status !== true) throw new Error(`The site refused the bid of ${userName}`)
}

async function post(apiUrl: string, path: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const response = await fetch(apiUrl + path, {
    method: 'POST',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return Object(await response.json())
}
