import type { Ctx } from '../src/context/ctx.ts'
import { openReadBudget } from '../src/marketplace/rate-limiting/read-budget.ts'
import { shopgoodwill } from '../src/marketplace/shopgoodwill/shopgoodwill.ts'
import { systemClock } from '../src/platform/clock.ts'
import type { Db } from '../src/platform/database/tables.ts'
import { createLog } from '../src/platform/log.ts'

/** Nothing answers there. */
const NO_SITE = {
  id: 'shopgoodwill',
  name: 'ShopGoodwill',
  apiUrl: 'http://127.0.0.1:9/',
  homeUrl: 'http://127.0.0.1:9/',
  itemHosts: [],
  practice: true,
}
type Given = Partial<Ctx> & { db: Db; readsPerSecond?: number }

const log = createLog({ level: 'silent', process: 'test' })

/** The context of a process, with what the test is about. By itself its site answers nothing, and everything is unlimited. */
export function aCtx({ db, clock = systemClock, readsPerSecond = 1_000, ...over }: Given): Ctx {
  const marketplace = over.marketplace ?? shopgoodwill(clock, NO_SITE)
  return {
    db,
    clock,
    log,
    marketplace,
    readBudget: openReadBudget({ db, siteId: marketplace.id, readsPerSecond, onChange: () => {} }),
    plans: null,
    process: 'api',
    publicUrl: 'https://bids.example',
    adminEmails: [],
    requiresVerifiedEmail: false,
    hasSearches: true,
    sendsMail: true,
    sendsSms: false,
    expectsBackups: true,
    ...over,
  }
}
