import { dollarsFromCents, messages } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import type { FoundItem } from '../marketplace/marketplace.ts'
import { findSellerNames } from './search-queries.ts'

/** Makes the function that converts some items, whose sellers it knows, to the API's form. */
export async function itemPresenter({ db, marketplace }: Ctx, items: readonly FoundItem[]) {
  const sellers = items.map(({ sellerId }) => sellerId)
  const names = await findSellerNames(db, marketplace.id, sellers)
  return (item: FoundItem) => ({
    auction_id: item.auctionId,
    title: item.title,
    item_url: marketplace.itemUrl(item.auctionId),
    image_url: item.imageUrl,
    category: item.categoryId === null ? null : { id: item.categoryId, name: item.category ?? item.categoryId },
    seller: { id: item.sellerId, name: names.get(item.sellerId) ?? messages.search.unnamedSeller(item.sellerId) },
    price: dollarsFromCents(item.priceCents),
    bid_count: item.bidCount,
    ends_at: new Date(item.endsAt).toISOString(),
  })
}
