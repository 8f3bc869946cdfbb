/** The pages to read, which are loaded together. */
export { HelpPage } from './HelpPage.tsx'
export { PrivacyPage } from './PrivacyPage.tsx'
export { TermsPage } from './TermsPage.tsx'
