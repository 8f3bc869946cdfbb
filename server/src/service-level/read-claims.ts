import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/tables.ts'
import { type Claim, type ClaimFigures, claimFigures, type ClaimJudgement, judgeClaim } from './judge-claim.ts'

export type ClaimDeps = { db: Db; clock: Clock; marketplace: { readonly id: string } }

const SITE_CONTENT = new URL('../../../web/site-content.json', import.meta.url)
/** The build of the web app has checked the rest of the file. */
const Content = z.object({ claims: z.array(z.object({ figure: z.string(), of: z.string() })) })
const DAY_MS = 86_400_000
const DAYS = 90

/** The operator's claims, each beside what this installation has measured. Throws when the file has no claims of that shape. */
export async function readClaims(deps: ClaimDeps): Promise<{ figures: ClaimFigures; judgements: ClaimJudgement[] }> {
  const claims: Claim[] = Content.parse(JSON.parse(await readFile(SITE_CONTENT, 'utf8'))).claims
  const figures = await readClaimFigures(deps)
  return { figures, judgements: claims.map((claim) => judgeClaim(claim, figures)) }
}

/** What claims can be compared with. Bids at the practice site count only where that is the present site. */
export async function readClaimFigures({ db, clock, marketplace }: ClaimDeps): Promise<ClaimFigures> {
  const since = new Date(clock.now() - DAYS * DAY_MS)
  const { rows } = await sql<{ verified: number; won: number; sent: number }>`
    select (select count(*)::int from accounts where email_verified_at is not null) as verified,
           (count(*) filter (where won))::int as won, count(*)::int as sent
      from measured_bids
     where due_at > ${since} and marketplace = ${marketplace.id} and sent and class <> 'unknown'`.execute(db)
  const { verified = 0, won = 0, sent = 0 } = rows[0] ?? {}
  return claimFigures(verified, won, sent)
}
