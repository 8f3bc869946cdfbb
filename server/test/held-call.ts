/** A call that waits until it is released. `reached` resolves when it is made. */
export function heldCall<Sent extends unknown[], T>(call: (...sent: Sent) => Promise<T>) {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  return {
    reached: reached.promise,
    release: () => released.resolve(),
    call: async (...sent: Sent): Promise<T> => {
      reached.resolve()
      await released.promise
      return call(...sent)
    },
  }
}
