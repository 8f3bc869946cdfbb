import { messages } from '@bidwell/contract'
import type { Db } from '../platform/database/tables.ts'
import { keepUnknownReply } from './keep-unknown-reply.ts'
import type { Marketplace } from './marketplace.ts'
import type { ReadBudget } from './rate-limiting/read-budget.ts'
import { SiteError } from './site-error.ts'

type Deps = { db: Db; budget: Pick<ReadBudget, 'report'> }

const ignore = () => {}

/**
 * A marketplace that tells the read budget when the site refuses the installation at a login or a bid, and keeps their replies
 * that the product does not know. Neither waits for the database.
 */
export function noteReplies(site: Marketplace, { db, budget }: Deps): Marketplace {
  /** A page in place of an answer is a refusal here: no item is at fault. `item` is null where the reader reports its failure. */
  function note({ kind, shape }: { kind: string; shape?: string | undefined }, item: string | null) {
    if (item !== null && messages.auction.isSiteRefusal(kind)) {
      budget.report(new SiteError('blocked', 'The site refuses the call'), { item, trial: false }).catch(ignore)
    }
    if (shape !== undefined) keepUnknownReply(db, site.id, shape).catch(ignore)
  }
  function noted<T>(call: Promise<T>, item: string | null): Promise<T> {
    call.catch((error: unknown) => error instanceof SiteError && note(error, item))
    return call
  }

  return {
    ...site,
    logIn: (...input) => noted(site.logIn(...input), 'log-in'),
    checkSession: (...input) => noted(site.checkSession(...input), 'log-in'),
    openOrders: (...input) => noted(site.openOrders(...input), null),
    search: (...input) => noted(site.search(...input), null),
    shippedOrders: (...input) => noted(site.shippedOrders(...input), null),
    openBidConnection(session) {
      const connection = site.openBidConnection(session)
      const prepareBid = connection.prepareBid.bind(connection)
      connection.prepareBid = (order) => {
        const prepared = prepareBid(order)
        return {
          fire(givenUp) {
            const sent = prepared.fire(givenUp)
            void sent.response.then((response) => note(response, 'bid'))
            return sent
          },
        }
      }
      return connection
    },
  }
}
