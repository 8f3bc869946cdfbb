import type { Check } from './check.ts'
import { checkClock } from './database/check-clock.ts'
import { checkConnection } from './database/check-connection.ts'
import { checkDatabase } from './database/check-database.ts'
import { checkMigrations } from './database/check-migrations.ts'
import { checkReadDatabase } from './database/check-read-database.ts'
import { checkRoles } from './database/check-roles.ts'
import { checkStandby } from './database/check-standby.ts'
import { checkConfiguration } from './machine/check-configuration.ts'
import { checkDataFolder } from './machine/check-data-folder.ts'
import { checkDiskSpace } from './machine/check-disk-space.ts'
import { checkNode } from './machine/check-node.ts'
import { checkPlans } from './machine/check-plans.ts'
import { checkPort } from './machine/check-port.ts'
import { checkSessionKeys } from './machine/check-session-keys.ts'
import { checkVault } from './machine/check-vault.ts'
import { checkWebApp } from './machine/check-web-app.ts'
import { checkAlarms } from './operation/check-alarms.ts'
import { checkBackups } from './operation/check-backups.ts'
import { checkBids } from './operation/check-bids.ts'
import { checkDeliveries } from './operation/check-deliveries.ts'
import { checkEngines } from './operation/check-engines.ts'
import { checkJobs } from './operation/check-jobs.ts'
import { checkMail } from './outside/check-mail.ts'
import { checkPayments } from './outside/check-payments.ts'
import { checkPublicAddress } from './outside/check-public-address.ts'
import { checkSite } from './outside/check-site.ts'
import { checkTextMessages } from './outside/check-text-messages.ts'

/** All checks, in the order in which they are printed: what others need comes first. */
export const CHECKS: readonly Check[] = [
  { name: 'configuration', run: checkConfiguration },
  { name: 'node', run: checkNode },
  { name: 'data folder', run: checkDataFolder },
  { name: 'disk space', run: checkDiskSpace },
  { name: 'web app', run: checkWebApp },
  { name: 'session keys', settings: ['SESSION_KEYS'], run: checkSessionKeys },
  { name: 'vault keys', settings: ['VAULT_KEYS'], run: checkVault },
  {
    name: 'plans',
    settings: ['PLAN_MODE', 'PLANS_FILE', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
    run: checkPlans,
  },
  { name: 'port', settings: ['PORT', 'HOST'], run: checkPort },
  { name: 'public address', settings: ['PORT', 'HOST', 'PUBLIC_URL'], run: checkPublicAddress },
  { name: 'database', settings: ['DATABASE_URL', 'DATABASE_PRIVATE_NETWORK'], run: checkDatabase },
  { name: 'connection', ask: checkConnection },
  { name: 'migrations', ask: checkMigrations },
  { name: 'roles', ask: checkRoles },
  { name: 'standby', ask: checkStandby },
  { name: 'reads', settings: ['DATABASE_READ_URL', 'DATABASE_PRIVATE_NETWORK'], ask: checkReadDatabase },
  { name: 'clock', ask: checkClock },
  { name: 'engines', ask: checkEngines },
  { name: 'jobs', ask: checkJobs },
  { name: 'bids', ask: checkBids },
  { name: 'deliveries', ask: checkDeliveries },
  { name: 'alarms', ask: checkAlarms },
  {
    name: 'backups',
    settings: ['BACKUPS', 'BACKUP_FOLDER', 'BACKUP_RECIPIENTS', 'BACKUP_IDENTITY', 'BACKUP_COPY_COMMAND'],
    ask: checkBackups,
  },
  { name: 'site', settings: ['MARKETPLACE', 'SHOPGOODWILL_API_URL', 'AUCTION_HOUSE_PORT'], ask: checkSite },
  { name: 'mail', settings: ['SMTP_URL', 'MAIL_FROM'], run: checkMail },
  { name: 'payments', settings: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_API_URL'], run: checkPayments },
  {
    name: 'text messages',
    settings: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM', 'TWILIO_API_URL'],
    run: checkTextMessages,
  },
]
