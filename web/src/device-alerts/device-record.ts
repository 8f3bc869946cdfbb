import * as z from 'zod/mini'

/** Who gets alerts on this device, by which subscription, and when the server stored it last. */
const DeviceRecord = z.object({
  userId: z.string(),
  sessionId: z.string(),
  endpoint: z.string(),
  /** Of the place at the server. Records of former versions have none. */
  destinationId: z.optional(z.int()),
  /** Epoch ms. */
  storedAt: z.number(),
})
export type DeviceRecord = z.infer<typeof DeviceRecord>

/** Signing out removes it together with the subscription, and not before: see `keep-device-alerts.ts`. */
const KEY = 'alerts_on_this_device'

/**
 * Changes what the device has recorded and subscribed to, one page at a time: between the two, a subscription looks like one that
 * nobody wants.
 */
export const inTurn = <T>(change: () => Promise<T>): Promise<T> => navigator.locks.request(KEY, change)

export function readDeviceRecord(): DeviceRecord | null {
  try {
    return DeviceRecord.parse(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
  } catch {
    return null
  }
}

export const writeDeviceRecord = (record: DeviceRecord): void => localStorage.setItem(KEY, JSON.stringify(record))
export const deleteDeviceRecord = (): void => localStorage.removeItem(KEY)
