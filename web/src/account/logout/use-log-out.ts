import { useState } from 'react'
import { useNavigate } from 'react-router'
import { logOut } from './log-out.ts'

/** Logs out and opens the home page. The user stays on the page when logging out fails. */
export function useLogOut() {
  const navigate = useNavigate()
  const [isLoggingOut, setIsLoggingOut] = useState(false)
  async function logOutAndGoHome(): Promise<void> {
    setIsLoggingOut(true)
    if (await logOut()) await navigate('/')
    setIsLoggingOut(false)
  }
  return { isLoggingOut, logOut: logOutAndGoHome }
}
