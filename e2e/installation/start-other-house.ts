import { startAuctionHouse } from '@bidwell/auction-house'

/** Starts a stand-in for the real site. `env` is the configuration with which an operator points Bidwell at it. */
export async function startOtherHouse() {
  const house = await startAuctionHouse({ port: 0, sampleItems: false })
  return {
    url: house.url,
    env: {
      MARKETPLACE: 'shopgoodwill',
      SHOPGOODWILL_TERMS_ACKNOWLEDGED: 'true',
      STAND_INS: `site=${house.apiUrl}`,
    },
    [Symbol.asyncDispose]: () => house[Symbol.asyncDispose](),
  }
}
