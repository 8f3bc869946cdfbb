import { startAuctionHouse } from '@bidwell/auction-house'

/**
 * A server that speaks the site's protocol, which Bidwell is told is the real site: nothing in it may know better.
 * `env` is what an operator would set.
 */
export async function startOtherHouse() {
  const house = await startAuctionHouse({ port: 0, sampleLots: false })
  return {
    url: house.url,
    env: {
      MARKETPLACE: 'shopgoodwill',
      SHOPGOODWILL_TERMS_ACKNOWLEDGED: 'true',
      SHOPGOODWILL_API_URL: house.apiUrl,
    },
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  }
}
