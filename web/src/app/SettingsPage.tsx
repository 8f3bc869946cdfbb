import { PageTitle } from './PageTitle.tsx'

export const SettingsPage = () => <PageTitle>Settings</PageTitle>
