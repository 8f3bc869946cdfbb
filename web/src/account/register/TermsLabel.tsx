import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

/** What the checkbox accepts. The pages open beside the form, so that nothing typed in it is lost. */
export const TermsLabel = () => (
  <>
    I accept the <Page path="/terms" title="Terms of Service" /> and <Page path="/privacy" title="Privacy Policy" />
  </>
)

const Page = ({ path, title }: { path: string; title: string }) => (
  <a href={path} target="_blank" rel="noreferrer" className="font-semibold text-accent underline underline-offset-4">
    {title}
    <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
  </a>
)
