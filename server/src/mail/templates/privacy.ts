import * as z from 'zod/mini'
import { facts, link, template, text } from '../template.ts'
import { instant, notice, when } from './notices.ts'

const dataExported = template('data-exported', when, (values) =>
  notice(
    'Your Bidwell data was downloaded',
    'Somebody who proved to be you downloaded a file with everything that Bidwell stores about you. It contains no ' +
      'password and no site login.',
    values,
  ),
)

/** `reason` is the operator's; null when the owner asked. */
const deletionRequested = template(
  'deletion-requested',
  { at: z.int(), dueAt: z.int(), reason: z.nullable(z.string()) },
  ({ at, dueAt, reason }) => ({
    subject: 'Your Bidwell account is being deleted',
    paragraphs: [
      text(
        reason === null
          ? 'Somebody who proved to be you asked for it.'
          : `The operator of this installation asked for it. The reason: ${reason}`,
      ),
      text(
        'Your site login is deleted, you are signed out everywhere, and your pending bids are cancelled. Bids that were ' +
          'already on their way are still sent, and what you have won stays yours to pay.',
      ),
      facts(['When', instant(at)], ['Everything else is deleted on', instant(dueAt)]),
      ...(reason === null
        ? [
            text('Until then, signing in keeps the account. Cancelled bids and the site login do not come back.'),
            link('Keep the account', '/?auth=login'),
          ]
        : [
            text(
              'Signing in does not change that. Until then you can sign in to download your data; only the operator can ' +
                'keep the account.',
            ),
            link('Download your data', '/settings?tab=privacy'),
          ]),
    ],
  }),
)

const deletionCancelled = template('deletion-cancelled', when, (values) =>
  notice(
    'Your Bidwell account is kept',
    'Signing in cancelled the deletion of your account. Please connect your site login again before you bid.',
    values,
  ),
)

/** The operator has cancelled the deletion. */
const accountKept = template('account-kept', { at: z.int() }, ({ at }) => ({
  subject: 'Your Bidwell account is kept',
  paragraphs: [
    text('The operator of this installation cancelled the deletion of your account.'),
    facts(['When', instant(at)]),
    text('Cancelled bids and the site login do not come back. Please connect your site login again before you bid.'),
  ],
}))

/** Nobody signs in until the operator lifts that. */
const accountSuspended = template('account-suspended', { at: z.int(), reason: z.string() }, ({ at, reason }) => ({
  subject: 'Your Bidwell account is suspended',
  paragraphs: [
    text(`The operator of this installation suspended your account. The reason: ${reason}`),
    facts(['When', instant(at)]),
    text(
      'You are signed out everywhere, nobody can sign in, and your bidding is paused. A bid that was already on its way ' +
        'is still sent, and what you have won stays yours to pay.',
    ),
  ],
}))

const accountReinstated = template('account-reinstated', { at: z.int() }, ({ at }) => ({
  subject: 'Your Bidwell account is open again',
  paragraphs: [
    text('The operator of this installation lifted the suspension of your account: you can sign in again.'),
    facts(['When', instant(at)]),
    text('Your bidding stays paused until you resume it.'),
    link('See your auctions', '/dashboard'),
  ],
}))

/** The last mail. */
const accountDeleted = template('account-deleted', { at: z.int() }, ({ at }) => ({
  subject: 'Your Bidwell account is deleted',
  paragraphs: [
    text(
      'Your account and what was stored about you is deleted. A record of your bids stays, without your name, as proof ' +
        'of what was sent to the site.',
    ),
    facts(['When', instant(at)]),
  ],
}))

export const PRIVACY_TEMPLATES = [
  dataExported,
  deletionRequested,
  deletionCancelled,
  accountKept,
  accountSuspended,
  accountReinstated,
  accountDeleted,
] as const
