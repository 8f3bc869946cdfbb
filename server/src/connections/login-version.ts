import { sql } from 'kysely'

/** Whether the login of bid `b` was removed, replaced or added since an engine claimed the bid. */
export const hasLoginChanged = sql<boolean>`(
  case when b.login_version is null
       then exists (select from connections c join listings l on l.marketplace = c.marketplace
                     where c.account_id = b.account_id and l.id = b.listing_id)
       else not exists (select from connections c
                         where c.account_id = b.account_id and c.version = b.login_version) end)`
