import { useSite } from '../../api/installation-queries.ts'
import { describeReference } from './describe-reference.ts'

/** What a text that names no item is instead, where that is certain. */
export function ReferenceHint({ reference }: { reference: string }) {
  const site = useSite()
  return site && describeReference(reference, site)
}
