import { DeletionSection } from './DeletionSection.tsx'
import { ExportSection } from './ExportSection.tsx'

/** What is stored about the user: to take along, and to delete. */
export const PrivacyTab = () => (
  <div className="flex flex-col gap-4">
    <ExportSection />
    <DeletionSection />
  </div>
)
