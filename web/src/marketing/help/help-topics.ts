import { ACCOUNT, BID, IMPORT, RETENTION_MS } from '@bidwell/contract'
import { DAY_MS, MINUTE_MS } from '../../time/units.ts'
import { questions } from '../content/site-content.ts'

/** A question with its answer. `id` is its anchor on the page. */
export type HelpTopic = { id: string; question: string; answer: readonly string[] }

/** How to get back into an account. */
export const ACCOUNT_TOPICS: readonly HelpTopic[] = [
  {
    id: 'forgot-password',
    question: 'You forgot your password',
    answer: [
      'Ask for a link by email and choose a new password with it. The link works once, within one hour. A new password signs out all your devices.',
      'No mail? Look among your spam, and check that the address is the one you registered.',
    ],
  },
  {
    id: 'locked',
    question: 'Your account is locked',
    answer: [
      `Four wrong passwords within ${ACCOUNT.lockWindowMs / MINUTE_MS} minutes lock the sign-in for ${ACCOUNT.lockMs / MINUTE_MS} minutes. If it happens again within a week, the lock lasts longer, up to ${ACCOUNT.maxLockMs / MINUTE_MS} minutes.`,
      'You do not have to wait: resetting your password lifts the lock, and a passkey still signs you in, or Google where this installation offers it. So does your password in another browser that you have signed in with before.',
    ],
  },
  {
    id: 'lost-phone',
    question: 'You lost your phone or your passkey',
    answer: [
      'Sign in, choose “Use a recovery code”, and type one of the codes that you kept. Then set up the new phone under Settings, Security.',
      'Without a recovery code there is no way around the second factor: resetting the password does not skip it, and the operator has no key to your account.',
    ],
  },
  {
    id: 'intruder',
    question: 'Somebody else was in your account',
    answer: [
      'Reset your password at once: that signs out everybody. If the email address of your account was changed, open the link in the mail that we sent to your earlier address. It returns the account to you for seven days, if that address was verified.',
    ],
  },
]

/** What people ask about bids and auctions, and then the operator's own questions. */
export const FAQ: readonly HelpTopic[] = [
  {
    id: 'what-is-a-snipe',
    question: 'What is a snipe?',
    answer: [
      `A bid that is placed in the last seconds of an auction. You choose the maximum and the lead, from ${BID.maxSecondsBeforeEnd} seconds to ${BID.minSecondsBeforeEnd} second before the close; without a choice it is ${BID.defaultTimingPreference} seconds.`,
    ],
  },
  {
    id: 'how-to-start',
    question: 'How do I place my first bid?',
    answer: [
      'Create an account, and connect your login for the auction site under Settings. On the dashboard, paste the link or the number of an item, enter your maximum, and press “Bid up to …”.',
      'What you watch or have bid on at the auction site already can be read from there, and a list from a file: choose “Import and export” in the menu of commands (Ctrl+K), or the links on an empty dashboard.',
    ],
  },
  {
    id: 'import',
    question: 'How do I import a file of auctions?',
    answer: [
      `Choose “Import and export”, and a CSV or JSON file with a link or item number on each line; a maximum, the seconds before the end and a note may stand beside it. Up to ${IMPORT.maxLines} auctions are imported, whole or not at all: a line that is wrong is named, as is a column that is not read, and nothing is tracked until the file is right. Then one item is read each second, and you may close the page.`,
      'Nothing is bid unless you tick that the maxima are bid; once you sign out in the browser in which you ticked it, no further bid is scheduled, and those that are stay. At the end you see what became of each line, and can save those that were not done as a file.',
    ],
  },
  {
    id: 'computer-on',
    question: 'Does my computer have to be on?',
    answer: ['No. The server sends the bid. You may close the page and sign out.'],
  },
  {
    id: 'groups',
    question: 'Can I bid on several auctions and win only one?',
    answer: [
      'Yes. Select their cards on the dashboard and press “Make a group”. Say how many you may win and, if you like, what all wins together may cost.',
      'A group never has more bids out than it may win. The next bid goes out only once a proof shows that one before it is lost; an auction that closes before that is let go, and its card says so.',
      'Two things no group can prevent: a bid that you place by hand counts only once we see it, and a lost bid can still win if the seller takes back the bid that was ahead of it.',
    ],
  },
  {
    id: 'price',
    question: 'Do I pay my maximum?',
    answer: [
      'Only if somebody else bids as much. The auction site raises your bid in its own steps, up to your maximum, and no further. Shipping and handling come on top, as at any auction there.',
      'You may say instead what you pay at the door: choose “Set by delivered price” in the form, once it knows your ZIP code. The bid is then the largest that keeps price, shipping, handling and your tax within it, and it is lowered when the shipping gets dearer.',
    ],
  },
  {
    id: 'change-or-cancel',
    question: 'Until when can I change or cancel a bid?',
    answer: [
      `Until ${BID.lockInBeforeMs / 1_000} second before it is sent. Then it is locked in, and the page says so. A bid that the site has accepted is binding and cannot be taken back.`,
    ],
  },
  {
    id: 'lost',
    question: 'Why did I lose although I bid last?',
    answer: [
      'Somebody else’s maximum was higher. An auction site compares maxima, not moments: a last-second bid below another maximum loses at once. The receipt says by how much.',
    ],
  },
  {
    id: 'not-sent',
    question: 'Why was my bid not sent?',
    answer: [
      'Most often the price had passed your maximum, so nothing was sent. Otherwise the site refused the login, was down, or ended the auction early. The bid’s receipt names the reason, and its card on the dashboard warns beforehand where it can.',
    ],
  },
  {
    id: 'alerts',
    question: 'How do I learn what became of a bid?',
    answer: [
      'The bell counts it, and an email tells you, once your address is verified. The same goes for warnings ahead of a bid, such as a price over your maximum. Under Settings, Alerts, you choose what is sent where, and your quiet hours; the log of alerts there says what was sent, and why not otherwise.',
    ],
  },
  {
    id: 'checking',
    question: 'What does “checking” mean?',
    answer: [
      'The site has not said clearly whether the bid counted. Bidwell reads the item and your lists there until it knows, and says neither won nor lost before that.',
    ],
  },
  {
    id: 'lead',
    question: 'Which lead is best?',
    answer: [
      'Five to ten seconds suit most auctions. A shorter lead risks that a slow site answers too late. A longer one gives others time to answer; 30 seconds also survive the failure of a whole machine here.',
    ],
  },
  {
    id: 'site-login',
    question: 'Is my login for the site safe?',
    answer: [
      'It is encrypted with a key that the web server does not have, opened only to bid and to check for you, and each use is recorded. Even so, use a password there that you use nowhere else.',
    ],
  },
  {
    id: 'allowed',
    question: 'Does the auction site allow this?',
    answer: [
      'The terms of ShopGoodwill are reported to forbid automated access, and a site may suspend an account that uses it. On a practice installation there is nothing to lose. Everywhere else, decide for yourself whether you accept that.',
    ],
  },
  {
    id: 'pay',
    question: 'How do I pay for what I won?',
    answer: ['At the auction site, as always. Bidwell places bids; it neither pays nor sees your card there.'],
  },
  {
    id: 'stop-everything',
    question: 'How do I stop all bids at once?',
    answer: [
      'Choose “Pause all bidding” in the menu of your account. Bids that are locked in for their last second still go out.',
    ],
  },
  {
    id: 'leave',
    question: 'How do I delete my account?',
    answer: [
      `Under Settings, Privacy. Download your data there first if you like. Pending bids are cancelled at once, and the account is gone after ${RETENTION_MS.deletionGrace / DAY_MS} days, in which signing in keeps it.`,
    ],
  },
  ...questions.map(({ question, answer }, place) => ({ id: `question-${place + 1}`, question, answer })),
]
