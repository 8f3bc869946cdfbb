/** The pages to read, which are loaded together. */
export { BillingFaqPage } from './BillingFaqPage.tsx'
export { DataRetentionPage } from './DataRetentionPage.tsx'
export { HelpPage } from './HelpPage.tsx'
export { PrivacyPage } from './PrivacyPage.tsx'
export { RefundPolicyPage } from './RefundPolicyPage.tsx'
export { TermsPage } from './TermsPage.tsx'
