import { api } from '@bidwell/contract'
import { call } from '../../api/call.ts'
import { usePaymentPage } from '../use-payment-page.ts'

/** Leaves for the page on which cards are changed, open payments made and invoices shown. */
export const useBillingPortal = () => usePaymentPage(() => call(api.openBillingPortal))
