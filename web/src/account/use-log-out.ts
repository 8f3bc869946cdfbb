import { useState } from 'react'
import { useNavigate } from 'react-router'
import { logOut } from './log-out.ts'

export function useLogOut(): { leaving: boolean; leave: () => Promise<void> } {
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  async function leave() {
    setLeaving(true)
    // Away from the page first would lose it if the session could not be ended.
    if (await logOut()) await navigate('/')
    setLeaving(false)
  }
  return { leaving, leave }
}
