import { checkPort, checkPublicAddress } from './check-address.ts'
import { checkBackups } from './check-backups.ts'
import { checkClock, checkConnection, checkDatabase, checkMigrations, checkStandby } from './check-database.ts'
import { checkSessionKeys, checkVault } from './check-keys.ts'
import { checkConfiguration, checkDataFolder, checkDiskSpace, checkNode, checkWebApp } from './check-machine.ts'
import { checkAlarms, checkBids, checkDeliveries, checkEngines, checkJobs } from './check-operation.ts'
import { checkPayments, checkPlans } from './check-plans.ts'
import { checkRoles } from './check-roles.ts'
import { checkMail, checkTextMessages } from './check-sending.ts'
import { checkSite } from './check-site.ts'
import type { Check } from './check.ts'

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
  { name: 'database', settings: ['DATABASE_URL'], run: checkDatabase },
  { name: 'connection', ask: checkConnection },
  { name: 'migrations', ask: checkMigrations },
  { name: 'roles', ask: checkRoles },
  { name: 'standby', ask: checkStandby },
  { name: 'clock', ask: checkClock },
  { name: 'engines', ask: checkEngines },
  { name: 'jobs', ask: checkJobs },
  { name: 'bids', ask: checkBids },
  { name: 'deliveries', ask: checkDeliveries },
  { name: 'alarms', ask: checkAlarms },
  {
    name: 'backups',
    settings: ['BACKUPS', 'BACKUP_FOLDER', 'BACKUP_RECIPIENTS', 'BACKUP_IDENTITY'],
    ask: checkBackups,
  },
  { name: 'site', settings: ['MARKETPLACE', 'STAND_INS'], ask: checkSite },
  { name: 'mail', settings: ['SMTP_URL', 'MAIL_FROM'], run: checkMail },
  { name: 'payments', settings: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STAND_INS'], run: checkPayments },
  {
    name: 'text messages',
    settings: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM', 'STAND_INS'],
    run: checkTextMessages,
  },
]
