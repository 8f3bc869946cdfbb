import * as z from 'zod/mini'
import { CONNECTION } from '../../limits.ts'
import * as connection from '../../messages/account/connection.ts'
import * as destination from '../../messages/alerts/destination.ts'
import { kind, say, spans } from './kind.ts'

const URGENT = { group: 'warnings', class: 'urgent' } as const
const SITE_LOGIN = { ...URGENT, button: 'Connect again', path: '/settings?tab=credentials' } as const

const OF_INSTALLATION = { group: 'warnings', path: '/admin', isForAdministrators: true } as const
/** The sentences stand in the notification: those of all troubles would be a part of each page. */
const Told = { title: z.string(), text: z.string() }

/** The kinds of notification about the site login, places of alerts and the installation. */
export const ACCOUNT_KINDS = {
  site_login_refused: kind(
    { ...SITE_LOGIN, name: 'Site login refused', tone: 'danger' },
    { siteMessage: z.nullable(z.string()) },
    ({ siteMessage }, { site }) =>
      say(
        'Sign in again',
        spans(
          `${site} refuses your login. Sign in again, or your scheduled bids may not be placed.`,
          siteMessage !== null && `It said: “${siteMessage}”`,
        ),
      ),
    {
      still: ({ login }) => login?.state === 'refused',
      until: ({ nextBidAt }) => nextBidAt,
    },
  ),
  site_login_other_host: kind(
    { ...SITE_LOGIN, name: 'Site has a new address', tone: 'danger' },
    {},
    (_values, { site }) => say('Connect again', connection.otherHost(site)),
    {
      still: ({ login }) => login?.state === 'refused',
      until: ({ nextBidAt }) => nextBidAt,
    },
  ),
  site_login_expiring: kind(
    { ...SITE_LOGIN, name: 'Site login expires soon', tone: 'warning' },
    { until: z.int() },
    ({ until }, { site, time }) =>
      say(
        'Login expires soon',
        `We could not verify your ${site} login for a while, and it counts as verified until ${time(until)} only. We go on trying; connecting again renews it at once.`,
      ),
    {
      // A verification since then has moved the end.
      still: ({ login }, { until }) => login !== null && login.verifiedAt + CONNECTION.validityMs <= until,
      until: ({ nextBidAt }, { until }) => Math.min(nextBidAt ?? Infinity, until),
    },
  ),
  site_login_lost: kind(
    { ...SITE_LOGIN, name: 'Site login lost', tone: 'danger' },
    {},
    (_values, { site }) =>
      say(
        'Connect again',
        `Your stored ${site} login could not be opened on our side and was removed. Your scheduled bids cannot be placed without it.`,
      ),
    {
      still: ({ login }) => login === null,
      until: ({ nextBidAt }) => nextBidAt,
    },
  ),

  /** An address, a webhook or a number takes no alerts any more; the other places tell it. */
  alerts_stopped: kind(
    { ...URGENT, ...destination.SHOWN, name: 'Alerts switched off' },
    destination.Stopped,
    (place) => say('Alerts switched off', destination.stopped(place)),
    {
      still: ({ isStopped }) => isStopped,
    },
  ),

  /** For administrators: bids are in danger, as something is wrong with the installation. */
  installation_in_danger: kind(
    { ...OF_INSTALLATION, name: 'Installation in danger', class: 'urgent', tone: 'danger' },
    Told,
    ({ title, text }) => say(title, text),
    {
      still: ({ isInTrouble }) => isInTrouble,
    },
  ),
  installation_troubled: kind(
    { ...OF_INSTALLATION, name: 'Installation in trouble', class: 'info', tone: 'warning', goesAs: 'urgent' },
    Told,
    ({ title, text }) => say(title, text),
  ),
  installation_recovered: kind(
    { ...OF_INSTALLATION, name: 'Installation recovered', class: 'info', tone: 'info', goesAs: 'urgent' },
    Told,
    ({ title, text }) => say(title, text),
  ),
} as const
