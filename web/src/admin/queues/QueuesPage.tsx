import { useSearchParams } from 'react-router'
import { Tabs } from '../../ui/Tabs.tsx'
import { AdminPage } from '../AdminPage.tsx'
import { JobList } from './JobList.tsx'
import { MessageList } from './MessageList.tsx'

/** What waits, and what failed. */
function QueuesPage() {
  const [params, setParams] = useSearchParams()
  return (
    <AdminPage title="Queues">
      <Tabs
        label="Queues"
        value={params.get('show') === 'jobs' ? 'jobs' : 'messages'}
        onChange={(show) => setParams({ show }, { replace: true })}
        tabs={[
          { value: 'messages', label: 'Messages', panel: <MessageList /> },
          { value: 'jobs', label: 'Background jobs', panel: <JobList /> },
        ]}
      />
    </AdminPage>
  )
}

export { QueuesPage as Component }
