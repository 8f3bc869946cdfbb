import { findProgram, installWithApt } from './find-program.mjs'

/** Installs PgBouncer for the tests of poolers where it is missing; says it where that is not possible. */
export function providePgBouncer() {
  // Debian keeps it where only root looks.
  if (findProgram(['pgbouncer', '/usr/sbin/pgbouncer']) !== null || installWithApt(['pgbouncer'])) return
  console.log('PgBouncer is missing, so the tests of poolers are skipped: apt-get install pgbouncer')
}
