import { PageTitle } from './PageTitle.tsx'

export const HomePage = () => <PageTitle>Bidwell</PageTitle>
