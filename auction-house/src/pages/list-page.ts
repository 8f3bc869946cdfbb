import { bidCount, type Listing } from '../auction/listing.ts'
import { EVERYTHING_OPEN, searchListings } from '../auction/search-listings.ts'
import type { House } from '../house.ts'
import { dollarText } from '../money.ts'
import { picturePath } from '../protocol/pictures.ts'
import { html } from './html.ts'
import { layout } from './layout.ts'

const MAX_SHOWN = 60

/** The page of open items, soonest end first, optionally filtered by a search. */
export function listPage(house: House, now: number, searched: string) {
  const words = searched.toLowerCase().split(/\s+/).filter(Boolean)
  const found = searchListings(house.listings.values(), { ...EVERYTHING_OPEN, words })
  const title = words.length > 0 ? `Items matching “${searched}”` : 'Ending soonest'
  const counted = countOf(found.length, 'open item')
  return layout(
    title,
    searched,
    html`<h1>${title}</h1>
      <p class="soft">${found.length > MAX_SHOWN ? `${counted}; the first ${MAX_SHOWN} are shown` : counted}</p>
      <ul class="items">
        ${found.slice(0, MAX_SHOWN).map((listing) => card(listing, now))}
      </ul>`,
  )
}

const countOf = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`

const card = (listing: Listing, now: number) =>
  html`<li>
    <img src="/production/${picturePath(listing)}" alt="" loading="lazy" width="400" height="300" />
    <a href="/item/${listing.itemId}">${listing.title}</a>
    <p>
      ${dollarText(listing.standing.priceCents)}
      <span class="soft"
        >· ${countOf(bidCount(listing), 'bid')} · <span data-ends-in="${Math.round(listing.endsAt - now)}"></span
      ></span>
    </p>
  </li>`
