import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SUPERUSER } from '../../../server/src/platform/database/embedded/create-cluster.ts'
import { withDatabase } from '../../../server/test/run-on-server.ts'
import type { Testbed } from '../testbed.ts'

/** What each person has: three listings that no other one shares, of which one is over, and this much of the past. */
export const OF_EACH = { listings: 3, finishedBids: 5, eventsOfBid: 20 }
const LARGE_TABLES = ['accounts', 'sessions', 'connections', 'listings', 'listing_prices', 'tracked_auctions', 'bids']

/** The site's number of a listing of a person: of the one with a pending bid (0), of one without (1), of one that is over (2). */
export const itemOf = (person: number, which: 0 | 1 | 2) => String(1_000_000_000 + person * OF_EACH.listings + which)

export const emailOf = (person: number) => `person-${person}@example.com`

/**
 * Adds the people from number `from` up to `to`, each with a session, a login that nothing can open, two open auctions, one of
 * them with a pending bid, finished bids with their events, and notifications. No pending bid is due within an hour.
 */
export async function addPeople({ url, config, marketplace }: Testbed, from: number, to: number): Promise<void> {
  const address = new URL(url)
  address.username = SUPERUSER
  address.password = await readFile(join(config.dataDir, 'postgres-password'), 'utf8')
  await withDatabase(address.href, async (client) => {
    // Millions of rows that keep every rule need no trigger to check each of them.
    await client.query('set session_replication_role = replica')
    for (const statement of statementsFor(marketplace.id, from, to)) await client.query(statement)
    // By the time so many rows exist, autovacuum has run.
    await client.query(`vacuum analyze ${[...LARGE_TABLES, 'notifications', 'bid_events'].join(', ')}`)
  })
}

const statementsFor = (siteId: string, from: number, to: number) => [
  `create temp table people as
   with added as (
     insert into accounts (email, terms_version, privacy_version, terms_accepted_at, created_at, updated_at)
     select 'person-' || n || '@example.com', 'v1.0', 'v1.0', now(), now(), now()
       from generate_series(${from}, ${to - 1}) n order by n
     returning id, email)
   select id, split_part(split_part(email, '@', 1), '-', 2)::bigint as n from added`,
  'create index on people (n)',
  'analyze people',
  `insert into sessions (id, account_id, jti, remember_me, proven_at, expires_at, absolute_expires_at, created_at, last_used_at)
   select gen_random_uuid(), id, gen_random_uuid(), true, now(), now() + interval '30 days', now() + interval '90 days', now(), now()
     from people`,
  `insert into connections (account_id, marketplace, masked_username, sealed_credentials, created_at, updated_at)
   select id, '${siteId}', 'b***h', '{}', now(), now() from people`,
  `create temp table items as
   with added as (
     insert into listings (marketplace, auction_id, seller_id, title, seller, image_urls, starting_price_cents, current_price_cents,
                           minimum_bid_cents, bid_increment_cents, bid_count, ends_at, closed_at, closed_reason,
                           last_checked_at, next_check_at, created_at, updated_at)
     select '${siteId}', (1000000000 + n * 3 + which)::text, (n % 130)::text, 'Brass table lamp with a green shade, number ' || n,
            'Goodwill of Somewhere', array['https://images.example/' || n || '.jpg'], 999, 999 + 100 * (n % 40),
            1099 + 100 * (n % 40), 100, n % 40, ends_at, case when which = 2 then ends_at end,
            case when which = 2 then 'ended' end, now(), case when which < 2 then now() + interval '2 days' end,
            now() - interval '29 days', now()
       from generate_series(${from}::bigint, ${to - 1}) n, generate_series(0, 2) which,
            lateral (select case when which = 2 then now() - interval '1 hour' - (n * 7919 % 39000) * interval '1 minute'
                                 else now() + interval '1 hour' + (n % 10000) * interval '1 minute' end as ends_at) e
     returning id, auction_id, ends_at)
   select id, ends_at, (auction_id::bigint - 1000000000) / 3 as n, (auction_id::bigint - 1000000000) % 3 as which from added`,
  'create index on items (which, n)',
  'analyze items',
  `insert into listing_prices (listing_id, at, price_cents, bid_count)
   select id, least(now(), ends_at) - reading * interval '3 hours', 999, 1 from items, generate_series(1, 2) reading`,
  `create temp table tracked as
   with added as (
     insert into tracked_auctions (account_id, listing_id, status, created_at, updated_at)
     select p.id, i.id, 'active', now() - interval '2 days', now() from people p join items i on i.n = p.n and i.which < 2
     union all
     select p.id, i.id, case when k % 2 = 0 then 'won' else 'lost' end, i.ends_at - interval '2 days', now()
       from people p, generate_series(0, ${OF_EACH.finishedBids - 1}) k
       join items i on i.which = 2
      where i.n = ${from} + (p.n - ${from} + k * 7) % ${to - from}
     returning id, account_id, listing_id, status)
   select added.*, i.ends_at, i.which from added join items i on i.id = added.listing_id`,
  'analyze tracked',
  `create temp table placed as
   with added as (
     insert into bids (account_id, tracked_auction_id, listing_id, max_bid_cents, seconds_before_end, fire_at, status, outcome,
                       executed_at, locked_in_at, settled_at, final_price_cents, orders_checked_at, measured, created_at, updated_at)
     select account_id, id, listing_id, 99900, 5, ends_at - interval '5 s',
            case when which = 0 then 'pending' else status end, case when which = 2 then status end,
            case when which = 2 then ends_at - interval '5 s' end, case when which = 2 then ends_at - interval '6 s' end,
            case when which = 2 then ends_at + interval '5 s' end,
            case when which = 2 then 100900 end, case when which = 2 then now() end, which = 2,
            ends_at - interval '2 days', now()
       from tracked where which <> 1
     returning id, status, fire_at)
   select * from added where status <> 'pending'`,
  `insert into bid_events (key, bid_id, kind, at, detail, recorded_at)
   select uuidv7(), id, 'reading', fire_at - k * interval '1 s',
          '{"kind":"reading","currentPriceCents":1099,"minimumBidCents":1199,"bidCount":3}', fire_at - k * interval '1 s'
     from placed, generate_series(1, ${OF_EACH.eventsOfBid}) k`,
  // No alert is due for them.
  `insert into notifications (account_id, key, kind, read_at, alert_due_at)
   select id, 'seed-' || k, 'bid_won', case when k = 1 then now() end, null from people, generate_series(1, 2) k`,
  'drop table people, items, tracked, placed',
]
