/** The device's clocks. No other file in `web/src` reads them. */
export const deviceClock = {
  /** Epoch ms. The user or the operating system can set this clock at any time. */
  now: (): number => Date.now(),
  /** Ms since the page opened. Never goes back; may stand still while the device sleeps. */
  monotonic: (): number => performance.now(),
}
