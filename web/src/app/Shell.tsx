import { Outlet, ScrollRestoration } from 'react-router'
import { Header } from './Header.tsx'

export const Shell = () => (
  <div className="flex min-h-dvh flex-col">
    <Header />
    <main id="main" className="mx-auto w-full max-w-330 flex-1 px-4 py-6">
      <Outlet />
    </main>
    <ScrollRestoration />
  </div>
)
