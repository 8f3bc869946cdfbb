import type { Category } from './category.ts'
import { COLLECTORS } from './collector-categories.ts'
import { HOUSEHOLD } from './household-categories.ts'

export const CATALOGUE: readonly [Category, ...Category[]] = [...COLLECTORS, ...HOUSEHOLD]

export const categoryNumbered = (categoryId: number): Category | undefined =>
  CATALOGUE.find((category) => category.categoryId === categoryId)

export const categoryPath = ({ parent, name }: Category) => `${parent.name} > ${name}`

/** The parent categories, each with its children, in the catalogue's order. */
export const categoryTree = () =>
  [...Map.groupBy<{ categoryId: number; name: string }, Category>(CATALOGUE, ({ parent }) => parent)].map(
    ([parent, children]) => ({ ...parent, children }),
  )
