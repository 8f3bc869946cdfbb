import { useNavigate } from 'react-router'
import { logOut } from './log-out.ts'

export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    // Away from the page first would lose it if the session could not be ended.
    if (await logOut()) await navigate('/')
  }
}
