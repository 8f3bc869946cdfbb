import { SessionWarning } from '../session/extension/SessionWarning.tsx'
import { UpdateNotice } from './UpdateNotice.tsx'

/** What accompanies a session on every page: the notices of its end and of a new version. */
export const LiveSession = () => (
  <>
    <SessionWarning />
    <UpdateNotice />
  </>
)
