import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { profileQuery } from '../account/profile-query.ts'
import { setSubscriptionTier, useSession } from '../session/session.ts'
import { skipsSignInCheck } from '../session/skip-lists.ts'

/** Adds the tier to the signed-in user, from the profile. */
export function useSubscriptionTier() {
  const session = useSession()
  const { pathname } = useLocation()
  const enabled = session.kind === 'signed-in' && !session.expired && !skipsSignInCheck(pathname)
  const { data: profile } = useQuery({ ...profileQuery, enabled })
  const user = session.kind === 'signed-in' ? session.user : null

  useEffect(() => {
    if (!profile || user?.id !== String(profile.id)) return
    if (user.subscriptionTier !== profile.subscription_tier) setSubscriptionTier(profile.subscription_tier)
  }, [profile, user])
}
