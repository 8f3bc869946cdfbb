/* The parts of the tour, in one file to load: the dashboard and the shell around it need them together. */
export { Tour } from './Tour.tsx'
export { DashboardTour } from './DashboardTour.tsx'
