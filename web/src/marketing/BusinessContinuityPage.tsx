import { LinkLine, TextPage, TextSection } from './TextPage.tsx'

/** What failed, and when another engine has taken its bids over, as in ARCHITECTURE.md. */
const TAKEOVERS = [
  ['The process that bids, with another one on the same machine', 'within 0.3 seconds'],
  ['A machine that starts again with its data', 'when it has started, plus 1 second'],
  ['A whole machine, with an engine on another one; or a process that hangs', 'within 20 seconds'],
] as const

/** `/business-continuity`, as a draft. */
const BusinessContinuityPage = () => (
  <TextPage
    title="Business Continuity"
    intro="What happens to scheduled bids when something fails. This is a draft: no lawyer has read it. It says what the product does by itself; backups and spare machines are up to the operator of this installation."
  >
    <TextSection title="Where your bids are">
      <p>
        A bid is stored in the database before the page says that it is scheduled. It needs neither your browser nor
        your session.
      </p>
    </TextSection>
    <TextSection title="When a part of Bidwell fails">
      <div className="max-w-full overflow-x-auto">
        <table className="text-left">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className="py-2 pr-6">
                What failed
              </th>
              <th scope="col" className="py-2">
                Its bids are taken over
              </th>
            </tr>
          </thead>
          <tbody>
            {TAKEOVERS.map(([failure, takeover]) => (
              <tr key={failure} className="border-b border-line align-top">
                <td className="py-2 pr-6">{failure}</td>
                <td className="py-2">{takeover}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p>
        A bid whose moment falls into this window is late or lost. A lead of 30 seconds survives each of them. Two
        engines never send the same bid.
      </p>
    </TextSection>
    <TextSection title="When the database cannot be reached">
      <p>
        Bids due within about 15 seconds are sent, and recorded when it is back. Others wait. The pages keep showing
        what they have, and say how old it is.
      </p>
    </TextSection>
    <TextSection title="When the auction site fails">
      <p>
        Bidwell tries again until the close, and reads the account's own lists when an answer is missing. Until it knows
        whether a bid counted, it says that it is checking.
      </p>
    </TextSection>
    <TextSection title="When the operator has to stop bidding">
      <p>All bidding can be paused, with a reason that every user sees. Bids in their last second still go out.</p>
    </TextSection>
    <TextSection title="If this installation closes">
      <p>
        You can download everything that is stored about you at any time, in a format that other programs read. You can
        place your bids at the site yourself with the same login.
      </p>
      <LinkLine to="/data-retention">How long data is kept</LinkLine>
    </TextSection>
  </TextPage>
)

export const head = {
  title: 'Business Continuity',
  description: 'What happens to scheduled bids when a process, a machine or the auction site fails.',
}

export { BusinessContinuityPage as Component }
