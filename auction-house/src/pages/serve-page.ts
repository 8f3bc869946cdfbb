import type { House } from '../house.ts'
import { type Answer, htmlPage } from '../http/answer.ts'
import type { Incoming } from '../http/incoming.ts'
import { ordersFile } from '../protocol/orders-file.ts'
import { drawPicture } from '../sample-items/pictures/draw-picture.ts'
import { html } from './html.ts'
import { itemPage } from './item-page.ts'
import { layout, PAGE_HEADERS } from './layout.ts'
import { listPage } from './list-page.ts'
import { myBidsPage } from './my-bids-page.ts'
import { orderPage } from './order-page.ts'

const DAY_SECONDS = 86_400

const ORDER_PATH = /^\/shopgoodwill\/order\/(\d{8})$/
const ITEM_PATH = /^\/(?:shopgoodwill\/)?item\/(\d{1,15})\/?$/i

/** The second path is the real site's page of items that were won and must be paid for. */
const MY_BIDS = ['/my-bids', '/shopgoodwill/open-orders']

/** The file that the real site makes for a signed-in user. */
const MY_ORDERS = '/my-orders.csv'

/** The real site's page of items that match a search. */
const SEARCH = '/categories/listing'

/** Serves the HTML pages and the pictures. */
export function servePage(house: House, { method, path, query }: Incoming): Answer {
  if (method !== 'GET' && method !== 'HEAD') return notFound()
  if (path.startsWith('/production/')) return picture(path)

  const now = house.catchUp()
  if (path === '/') return page(listPage(house, now, (query.get('q') ?? '').slice(0, 200)))
  if (path === SEARCH) return page(listPage(house, now, (query.get('st') ?? '').slice(0, 200)))
  if (MY_BIDS.includes(path)) {
    return page(myBidsPage(house, (query.get('user') ?? '').slice(0, 100)))
  }

  const buyer = path === MY_ORDERS ? house.accounts.named(query.get('user') ?? '') : undefined
  if (buyer) return ordersFile(house, buyer, now)

  const orderId = ORDER_PATH.exec(path)?.[1]
  const order = orderId === undefined ? null : orderPage(house, now, Number(orderId))
  if (order) return page(order)
  const listing = house.listings.get(Number(ITEM_PATH.exec(path)?.[1]))
  return listing ? page(itemPage(listing, now)) : notFound()
}

const page = (content: Parameters<typeof htmlPage>[0], status = 200) => htmlPage(content, status, PAGE_HEADERS)

const notFound = () =>
  page(
    layout(
      'Not found',
      '',
      html`<h1>Not found</h1>
        <p>There is no such item or page. <a href="/">See what ends soonest</a>.</p>`,
    ),
    404,
  )

function picture(path: string): Answer {
  const svg = drawPicture(path)
  if (svg === undefined) return notFound()
  return {
    status: 200,
    headers: {
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': `public, max-age=${DAY_SECONDS}, immutable`,
    },
    body: svg,
  }
}
