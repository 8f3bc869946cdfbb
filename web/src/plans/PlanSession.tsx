import { messages, type SignedInUser } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { setSignInPurpose, useSignInPurpose } from '../account/dialog/open-auth-dialog.ts'
import { profileQuery } from '../account/profile-query.ts'
import { useSite } from '../api/installation-queries.ts'
import { skipsSignInCheck } from '../session/pages.ts'
import { setSubscriptionTier, useSession } from '../session/session.ts'
import { toastInfo } from '../ui/overlays/toasts.tsx'
import { useVisible } from '../ui/use-visible.ts'
import { limitsQuery, pricingQuery, subscriptionQuery, trialQuery } from './plan-queries.ts'
import { PlanBanner } from './PlanBanner.tsx'
import { useCheckout } from './use-payment-page.ts'
import { useRefreshAtEnd } from './use-refresh-at-end.ts'
import { useStartTrial } from './use-start-trial.ts'

/**
 * Keeps what the browser knows of plans: the prices for everybody, and the trial, the subscription and the limits of the
 * user whom the page looks after. Signing out clears them with all other data. It shows what needs attention.
 */
export function PlanSession() {
  const session = useSession()
  const { pathname } = useLocation()
  const showsPlans = useSite()?.shows_plans === true
  const isUser = session.kind === 'signed-in' && !session.expired
  const enabled = showsPlans && isUser && !skipsSignInCheck(pathname)
  useSubscriptionTier()
  useQuery({ ...pricingQuery, enabled: showsPlans })
  const { data: trial } = useQuery({ ...trialQuery, enabled })
  const { data: details } = useQuery({ ...subscriptionQuery, enabled })
  useQuery({ ...limitsQuery, enabled })
  useRefreshAtEnd({ details, trial })
  const dialog = useSignedInFor(isUser ? session.user : null)
  return (
    <>
      {enabled && <PlanBanner />}
      {dialog}
    </>
  )
}

/**
 * Does what the user signed in for. Where that needs a verified address, the user is told, and it is done once this page
 * learns that the address is verified and is looked at: another tab may verify it. Returns the dialog of the checkout.
 */
function useSignedInFor(user: SignedInUser | null) {
  const purpose = useSignInPurpose()
  const visible = useVisible()
  const { mutate: startTrial } = useStartTrial()
  const { open: checkOut, dialog } = useCheckout()
  const wanted = user === null ? null : purpose
  const waits = wanted?.needsAddress === true && user?.emailVerified === false

  useEffect(() => {
    if (wanted === null || !waits) return
    const { trialWithAddress, checkoutAfterAddress } = messages.plan
    toastInfo(wanted.kind === 'trial' ? trialWithAddress : checkoutAfterAddress(wanted.planName))
  }, [wanted, waits])

  useEffect(() => {
    if (wanted === null || waits || !visible) return
    setSignInPurpose(null)
    if (wanted.kind === 'trial') startTrial()
    else checkOut({ plan: wanted.plan, interval: wanted.interval })
  }, [wanted, waits, visible, startTrial, checkOut])
  return dialog
}

/** Adds the tier to the signed-in user, from the profile. */
function useSubscriptionTier() {
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
