import type * as z from 'zod/mini'
import content from '../../../site-content.json'
import type { SiteContent } from './site-content-schema.ts'

/** What the operator of this installation may write: `web/site-content.json`, which the build has checked. */
export const { description, hero, claims, steps, features, about, operator, questions }: z.infer<typeof SiteContent> =
  content
