import { checkPort, checkPublicAddress } from './check-address.ts'
import { checkBackups } from './check-backups.ts'
import { checkConnection, checkDatabase, checkMigrations, checkStandby } from './check-database.ts'
import { checkSessionKeys, checkVault } from './check-keys.ts'
import { checkConfiguration, checkDataFolder, checkDiskSpace, checkNode, checkWebApp } from './check-machine.ts'
import { checkPlans } from './check-plans.ts'
import { checkRoles } from './check-roles.ts'
import { checkMail, checkPayments, checkTextMessages } from './check-services.ts'
import { checkSite } from './check-site.ts'
import { checkTroubles } from './check-troubles.ts'
import type { Check } from './check.ts'

/** All checks, in the order in which they are printed: what others need comes first. */
export const CHECKS: readonly Check[] = [
  { name: 'configuration', run: checkConfiguration },
  { name: 'node', run: checkNode },
  { name: 'data folder', run: checkDataFolder },
  { name: 'disk space', run: checkDiskSpace },
  { name: 'web app', run: checkWebApp },
  { name: 'session keys', run: checkSessionKeys },
  { name: 'vault keys', run: checkVault },
  { name: 'plans', run: checkPlans },
  { name: 'port', run: checkPort },
  { name: 'public address', run: checkPublicAddress },
  { name: 'database', run: checkDatabase },
  { name: 'connection', ask: checkConnection },
  { name: 'migrations', ask: checkMigrations },
  { name: 'roles', ask: checkRoles },
  { name: 'standby', ask: checkStandby },
  { name: 'backups', ask: checkBackups },
  { name: 'site', ask: checkSite },
  { name: 'mail', run: checkMail },
  { name: 'payments', run: checkPayments },
  { name: 'text messages', run: checkTextMessages },
  { name: 'troubles', ask: checkTroubles },
]
