import { description } from '../marketing/content/site-content.ts'
import type { PublicPath } from './public-pages.ts'

/** What search engines and browser tabs show of each page. The tab adds the product's name to the title. */
export const PAGE_HEADS: Record<PublicPath, { title: string; description: string }> = {
  '/': { title: 'Bids in the last seconds', description },
  '/features': {
    title: 'Features',
    description: 'What Bidwell does before, during and after a bid in the last seconds, and what it cannot do.',
  },
  '/pricing': {
    title: 'Pricing',
    description: 'The plans of Bidwell: what each costs, and how many auctions and bids it allows.',
  },
  '/billing-faq': {
    title: 'Billing questions',
    description: 'How plans are paid, what counts, and what happens when something goes wrong.',
  },
  '/refund-policy': {
    title: 'Refund Policy',
    description: 'When Bidwell pays money back, and when it does not.',
  },
  '/help': {
    title: 'Help',
    description: 'Answers about bids, auctions and your account, and whom to ask.',
  },
  '/about': {
    title: 'About',
    description: 'What Bidwell is, how it is built, and who operates this installation.',
  },
  '/contact': {
    title: 'Contact',
    description: 'Write to whoever operates this installation of Bidwell.',
  },
  '/terms': {
    title: 'Terms of Service',
    description: 'What Bidwell does for you, and what it leaves to you.',
  },
  '/privacy': {
    title: 'Privacy Policy',
    description: 'What this installation of Bidwell stores about you, why, and who receives it.',
  },
  '/data-retention': {
    title: 'Data Retention',
    description: 'How long this installation of Bidwell keeps what it stores about you.',
  },
  '/service-level': {
    title: 'Service Level',
    description: 'How exactly Bidwell bids, how that is measured, and what is not promised.',
  },
  '/business-continuity': {
    title: 'Business Continuity',
    description: 'What happens to scheduled bids when a process, a machine or the auction site fails.',
  },
}
