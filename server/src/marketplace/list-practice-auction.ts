import { once } from 'node:events'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { z } from 'zod/mini'

/** In the practice site's category of lamps, so that the picture shows a lamp. */
const PRACTICE_AUCTION = {
  title: 'Brass desk lamp, to practise on',
  categoryId: 32,
  endsInSeconds: 120,
  rivals: 2,
}

const TIMEOUT_MS = 5_000

const ListedAuction = z.object({ url: z.string() })

/** Lists an auction at the practice site that ends in two minutes, and returns the address of its page. */
export async function listPracticeAuction(homeUrl: string): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  // `fetch` would keep its HTTP client in the memory of the supervisor after this single call.
  const call = request(`${homeUrl}/_control/listings`, { method: 'POST', agent: false, signal })
  call.end(JSON.stringify(PRACTICE_AUCTION))
  const [response] = await once(call, 'response')
  return ListedAuction.parse(await json(response)).url
}
