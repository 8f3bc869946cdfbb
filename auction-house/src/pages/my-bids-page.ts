import type { Account } from '../accounts/account.ts'
import { isLedBy, type Listing, maximumOf } from '../auction/listing.ts'
import type { House } from '../house.ts'
import { dollarText } from '../money.ts'
import { pacificForPeople } from '../pacific-time.ts'
import { html } from './html.ts'
import { layout } from './layout.ts'
import { table } from './table.ts'

const MAX_SHOWN = 200

/** The page of one account's bids. It needs no login, since this is a practice site. */
export function myBidsPage(house: House, userName: string) {
  const account = userName === '' ? undefined : house.accounts.named(userName)
  return layout(
    'My bids',
    '',
    html`<h1>My bids</h1>
      <form action="/my-bids">
        <input
          name="user"
          value="${userName}"
          aria-label="User name"
          placeholder="User name, such as demo"
          required
        /><button>Show bids</button>
      </form>
      ${account ? bidsOf(account) : html`<p class="soft">${userName === '' ? 'Whose bids?' : `There is no account ${userName}.`}</p>`}`,
  )
}

function bidsOf(account: Account) {
  const listings = [...account.bidOn].toSorted((a, b) => b.endsAt - a.endsAt).slice(0, MAX_SHOWN)
  if (listings.length === 0) return html`<p class="soft">${account.name} has not bid on anything yet.</p>`
  const headings = ['Item', 'State', 'Price', 'Own maximum', 'Ends (Pacific)']
  const rows = listings.map((listing) => row(listing, account))
  return html`<p><a href="/my-orders.csv?user=${account.name}">Export paid orders</a></p>
    ${table('My bids', headings, rows)}`
}

const row = (listing: Listing, account: Account) =>
  html`<tr>
    <td><a href="/item/${listing.itemId}">${listing.title}</a></td>
    <td>${stateFor(listing, account)}</td>
    <td>${dollarText(listing.standing.priceCents)}</td>
    <td>${dollarText(maximumOf(listing, account) ?? 0)}</td>
    <td>${pacificForPeople(listing.endsAt)}</td>
  </tr>`

function stateFor(listing: Listing, account: Account) {
  if (listing.withdrawn) return html`Withdrawn`
  if (isLedBy(listing, account)) return html`<span class="good">${listing.closed ? 'Won' : 'Leading'}</span>`
  return listing.closed ? html`Lost` : html`Outbid`
}
