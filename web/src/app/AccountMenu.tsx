import { messages, type SignedInUser } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useLogOut } from '../account/log-out.ts'
import { profileQuery } from '../account/profile-query.ts'
import { useSite } from '../api/installation-queries.ts'
import { useOnline } from '../api/use-online.ts'
import { whyOffline } from '../bids/bid-rules.ts'
import { usePause } from '../bids/use-pause.ts'
import {
  Bell,
  Footprints,
  LifeBuoy,
  LogOut,
  Monitor,
  Moon,
  Settings,
  ShieldCheck,
  Sun,
  Tag,
  UserRound,
} from '../ui/icons.tsx'
import { HELP, PRICING, SEARCHES } from '../ui/navigation.ts'
import { Menu } from '../ui/overlays/Menu.tsx'
import { chooseTheme, THEMES, useTheme } from '../ui/theme.ts'

const THEME_ICON = { system: Monitor, light: Sun, dark: Moon } as const

export function AccountMenu({ user }: { user: SignedInUser }) {
  const navigate = useNavigate()
  const logOut = useLogOut()
  const theme = useTheme()
  const pause = usePause()
  const whyNotPause = whyOffline(useOnline())
  // `PlanSession` reads the profile, where the user is looked after.
  const isAdmin = useQuery({ ...profileQuery, enabled: false }).data?.is_admin === true
  const site = useSite()
  return (
    <Menu
      variant="quiet"
      size="icon"
      label={`Account of ${user.email}`}
      entries={[
        { label: 'Settings', icon: Settings, onSelect: () => void navigate('/settings') },
        isAdmin && { label: 'Administration', icon: ShieldCheck, onSelect: () => void navigate('/admin') },
        { label: messages.unread.name, icon: Bell, onSelect: () => void navigate('/notifications') },
        site?.has_searches === true && {
          label: SEARCHES.label,
          icon: SEARCHES.icon,
          onSelect: () => void navigate(SEARCHES.to),
        },
        site?.shows_plans === true && { label: PRICING.label, icon: Tag, onSelect: () => void navigate(PRICING.to) },
        { label: HELP.label, icon: LifeBuoy, onSelect: () => void navigate(HELP.to) },
        pause.isAsked && {
          label: pause.label,
          icon: pause.icon,
          whyNot: whyNotPause,
          onSelect: () => pause.set(!pause.paused),
        },
        ...THEMES.map(({ value, label }) => ({
          label: `Theme: ${label.toLowerCase()}`,
          icon: THEME_ICON[value],
          selected: value === theme,
          onSelect: () => chooseTheme(value),
        })),
        { label: 'Take the tour', icon: Footprints, onSelect: () => void navigate('/dashboard?tour') },
        { label: 'Sign out', icon: LogOut, onSelect: () => void logOut() },
      ]}
    >
      <UserRound aria-hidden size={22} />
    </Menu>
  )
}
