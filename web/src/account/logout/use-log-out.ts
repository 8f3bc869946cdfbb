import { useNavigate } from 'react-router'
import { logOut } from './log-out.ts'

/** Logs out and opens the home page. */
export function useLogOut() {
  const navigate = useNavigate()
  return async (): Promise<void> => {
    const ended = logOut()
    await navigate('/')
    await ended
  }
}
