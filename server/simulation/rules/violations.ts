import type { ModelBid } from '../store/model-database.ts'

/** How a rule is broken; nothing when it is kept. */
export type Broken = string | null | false | undefined

/** One sentence for each rule that a bid breaks, with the rule's name before a colon. */
export function violationsOf<Rule>(
  rules: Record<string, Rule>,
  { bidId, status, outcome }: ModelBid,
  check: (rule: Rule) => Broken,
): string[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const broken = check(rule)
    return broken ? [`${name}: bid ${bidId} (${status}, ${outcome}) ${broken}`] : []
  })
}
