import type { Ports } from '../../src/engine/core/ports.ts'
import { sitePort } from '../site/site-port.ts'
import { storePort } from '../store/store-port.ts'
import { journalPort } from './journal-port.ts'
import type { VirtualProcess } from './virtual-process.ts'
import type { World } from './world.ts'

/** The ports of the engine's core, as one process of the simulated world has them. */
export function enginePorts(world: World, process: VirtualProcess, engineId: number): Ports {
  let ids = 0
  return {
    clock: process.clock,
    site: sitePort(world, process, engineId),
    store: storePort(world, process, engineId),
    journal: journalPort(world, process),
    ids: { uuid: () => `${process.name}-${ids++}` },
    emit(event) {
      world.trace.note(process.name, `emits ${event.kind}`)
    },
  }
}
