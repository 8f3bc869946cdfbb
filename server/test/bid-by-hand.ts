import { sealCredential } from '@bidwell/auction-house'

/* What a person does on the site's own pages, each time in a session of its own. The password is the user name. */

type HandBid = { userName: string; itemId: number; amount: number }

export async function bidByHand(apiUrl: string, { userName, itemId, amount }: HandBid): Promise<void> {
  const bid = { itemId, bidAmount: amount.toFixed(2), sellerId: 117, quantity: 1 }
  const { status } = await post(apiUrl, 'ItemBid/PlaceBid', bid, await signIn(apiUrl, userName))
  if (status !== true) throw new Error(`The site refused the bid of ${userName}`)
}

type HandFavorite = { userName: string; itemId: number; notes?: string }

export async function watchByHand(apiUrl: string, { userName, itemId, notes }: HandFavorite): Promise<void> {
  const token = await signIn(apiUrl, userName)
  await fetch(`${apiUrl}Favorite/AddToFavorite?itemId=${itemId}`, { headers: { authorization: `Bearer ${token}` } })
  if (notes === undefined) return
  const { data } = await post(apiUrl, 'Favorite/GetAllFavoriteItemsByType?Type=open', {}, token)
  const { watchlistId } = (data as { itemId: number; watchlistId: number }[]).find((row) => row.itemId === itemId)!
  await post(apiUrl, 'Favorite/Save', { notes, watchlistId }, token)
}

async function signIn(apiUrl: string, userName: string): Promise<string> {
  const credential = sealCredential(userName)
  const signedIn = await post(apiUrl, 'SignIn/Login', { userName: credential, password: credential, remember: false })
  return String(signedIn['accessToken'])
}

async function post(apiUrl: string, path: string, body: object, token?: string): Promise<Record<string, unknown>> {
  const response = await fetch(apiUrl + path, {
    method: 'POST',
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return Object(await response.json())
}
