import { RELEASE } from '../../platform/release.ts'
import { fail, type Finding, ok, type Patient, warn } from '../check.ts'

/** Whether this is the Node that the product is tested with. */
export async function checkNode({ machine }: Patient): Promise<Finding> {
  const version = machine.nodeVersion.replace('v', '')
  const [major, needed] = [version, RELEASE.node].map((text) => Number(text.split('.')[0]))
  const remedy = 'Start Bidwell by npm, which brings its own Node.'
  if (major === undefined || needed === undefined || major < needed) {
    return fail(`Node ${version} is too old: Bidwell runs on ${RELEASE.node}`, remedy)
  }
  if (major > needed) return warn(`Node ${version} is newer than ${RELEASE.node}, which Bidwell is tested with`, remedy)
  return ok(`Node ${version}`)
}
