import { api, type SiteHealth, type SiteInfo } from '@bidwell/contract'
import type { Answers } from './answers.ts'

/** The practice site's name is short, and no real site's. */
export const SITE: SiteInfo = {
  provider: 'shopgoodwill',
  name: 'Auction House',
  home_url: 'https://house.example',
  practice: false,
  shows_plans: false,
  sends_sms: false,
  has_searches: true,
}

const HEALTHY: SiteHealth = {
  state: 'ok',
  since: null,
  because: null,
  failures: 0,
  next_try_at: null,
  reads_left: 10,
}

/** What everybody may read, of an installation without plans. */
export function answerInstallation(answers: Answers): void {
  answers
    .to(api.readSite, () => ({ data: SITE }))
    .to(api.readOperator, () => ({
      data: { support_email: 'help@example.com', takes_messages: true, has_mailbox: false },
    }))
    .to(api.readClock, () => ({ data: { now: new Date().toISOString(), uncertainty_ms: 4 } }))
    .to(api.readHealth, () => ({
      data: { status: 'ok' as const, site: HEALTHY, waiting: [], alarms: 0, installation: 'page-test' },
    }))
    .to(api.reportMetric, () => ({ data: {} }))
}
