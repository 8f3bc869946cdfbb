import { type Bid, bidCount, type Listing, minimumOf } from '../auction/listing.ts'
import { dollarText } from '../money.ts'
import { pacificForPeople, pacificTimeForPeople } from '../pacific-time.ts'
import { shownCents } from '../protocol/bid-history.ts'
import { maskedName } from '../protocol/masked-name.ts'
import { picturePath } from '../protocol/pictures.ts'
import { categoryPath } from '../sample-items/catalogue.ts'
import { companyName } from '../sample-items/sellers.ts'
import { html, type Html } from './html.ts'
import { layout } from './layout.ts'
import { table } from './table.ts'

/** The page of one item with all of its bids. */
export function itemPage(listing: Listing, now: number) {
  const { standing } = listing
  return layout(
    listing.title,
    '',
    html`<h1>${listing.title}</h1>
      <div class="item">
        <img src="/production/${picturePath(listing)}" alt="" width="400" height="300" />
        <div>
          <p class="price">${dollarText(standing.priceCents)}</p>
          <p>${state(listing, now)}</p>
          <dl>
            <dt>Bids</dt>
            <dd>${bidCount(listing)}</dd>
            <dt>${listing.closed ? 'Final leader' : 'Leader'}</dt>
            <dd>${standing.leader ? maskedName(standing.leader.name) : 'none'}</dd>
            <dt>Next bid from</dt>
            <dd>${listing.closed ? 'closed' : dollarText(minimumOf(listing))}</dd>
            <dt>Ends</dt>
            <dd>${pacificForPeople(listing.endsAt)}</dd>
            <dt>Seller</dt>
            <dd>${companyName(listing.seller)}, ${listing.seller.state}</dd>
            <dt>Category</dt>
            <dd>${categoryPath(listing.category)}</dd>
            <dt>Item</dt>
            <dd>${listing.itemId}</dd>
          </dl>
        </div>
      </div>
      <h2>Bids</h2>
      ${bidTable(listing)}`,
  )
}

function state(listing: Listing, now: number) {
  if (listing.withdrawn) return html`Withdrawn by the seller; all bids are retracted.`
  if (listing.closed) return listing.standing.leader ? html`<span class="good">Sold</span>` : html`Ended without a bid.`
  return html`Ends in <b data-ends-in="${Math.round(listing.endsAt - now)}"></b>`
}

function bidTable(listing: Listing): Html {
  if (listing.bids.length === 0) return html`<p class="soft">No bids yet.</p>`
  const rows = listing.bids.toReversed().map((bid) => bidRow(listing, bid))
  return html`${table('Bids', ['Bidder', 'Bid', 'Time (Pacific)', 'Price after it'], rows)}
    <p class="soft">A leader's maximum stays hidden: it reads as the current price.</p>`
}

const bidRow = (listing: Listing, bid: Bid) =>
  html`<tr>
    <td>${maskedName(bid.bidder.name)}</td>
    <td>${dollarText(shownCents(listing, bid))}</td>
    <td>${pacificTimeForPeople(bid.at)}</td>
    <td>${dollarText(bid.priceCents)}</td>
  </tr>`
