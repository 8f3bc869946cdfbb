import type { api, Data, NewSearch } from '@bidwell/contract'
import type { Ctx } from '../context/ctx.ts'
import { askSite } from './ask-site.ts'
import { itemPresenter } from './present-item.ts'
import { readWanted } from './read-wanted.ts'

/** Reads the first page of what the site finds. Throws as `askSite` does, and `rule_broken` for a search that breaks a rule. */
export async function trySearch(ctx: Ctx, accountId: number, input: NewSearch): Promise<Data<typeof api.trySearch>> {
  const page = await askSite(ctx, { by: 'user', accountId }, { ...readWanted(input), page: 1 })
  const present = await itemPresenter(ctx, page.items)
  return { items: page.items.map(present), found: page.count }
}
