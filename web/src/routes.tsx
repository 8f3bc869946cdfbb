import { createBrowserRouter } from 'react-router'
import { NotFoundPage } from './app/NotFoundPage.tsx'
import { PageError } from './app/PageError.tsx'
import { PageLoading } from './app/PageLoading.tsx'
import { RequireSignIn } from './app/RequireSignIn.tsx'
import { Shell } from './app/Shell.tsx'

/** The map of the application. Every page arrives in a file of its own. */
export const router = createBrowserRouter([
  {
    element: <Shell />,
    errorElement: <PageError />,
    hydrateFallbackElement: <PageLoading />,
    children: [
      {
        errorElement: <PageError />,
        children: [
          { index: true, lazy: async () => ({ Component: (await import('./app/HomePage.tsx')).HomePage }) },
          {
            element: <RequireSignIn />,
            children: [
              {
                path: 'dashboard',
                lazy: async () => ({ Component: (await import('./auctions/DashboardPage.tsx')).DashboardPage }),
              },
              { path: 'add', lazy: async () => ({ Component: (await import('./auctions/AddPage.tsx')).AddPage }) },
              {
                path: 'bid-history',
                lazy: async () => ({ Component: (await import('./bids/HistoryPage.tsx')).HistoryPage }),
              },
              {
                path: 'bid-history/:bidId',
                lazy: async () => ({ Component: (await import('./bids/ReceiptPage.tsx')).ReceiptPage }),
              },
              {
                path: 'settings',
                lazy: async () => ({ Component: (await import('./app/SettingsPage.tsx')).SettingsPage }),
              },
            ],
          },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
])
