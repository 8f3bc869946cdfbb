import { runEngine } from '../../src/engine/core/run-engine.ts'
import { addEngine } from '../store/engines.ts'
import { chanceOf } from './chance.ts'
import { enginePorts } from './engine-ports.ts'
import { aliveIn, isAlive, noteOrphans } from './processes.ts'
import { virtualProcess } from './virtual-process.ts'
import type { RunningProcess, World } from './world.ts'

const START_MS = 5_000

/** Starts an engine on a machine. */
export function startEngine(world: World, machine: string, unfitReason: string | null = null): RunningProcess {
  const { seed, time, database, faults, faultWindows, trace, processes } = world
  const engineId: number = addEngine(database, {
    isConnected: () => isAlive(world, engineId),
    isProcessDead: () => world.deathIsSeen && !isAlive(world, engineId),
  })
  const name = `${machine}#${engineId}`
  const chance = chanceOf(seed, name)
  const driftPpm = faults.has('clocks') ? chance.between(-200, 200) : chance.between(-50, 50)
  const process = virtualProcess({ name, time, chance, driftPpm })
  trace.note(name, 'starts')
  const engine = runEngine(enginePorts(world, process, engineId), { unfitReason: () => unfitReason })
  const running = { machine, process, engineId, engine, startedAt: time.now() }
  if (aliveIn(world).length === 0) {
    const from = Math.min(time.now(), world.allDeadSince)
    faultWindows.note(null, { from, to: time.now() + START_MS, reason: 'no engine lived' })
  }
  processes.set(engineId, running)
  if (!world.deathIsSeen) noteOrphans(world)
  return running
}

export function killEngine(world: World, { process }: RunningProcess) {
  process.kill()
  world.trace.note(process.name, 'dies')
  if (aliveIn(world).length === 0) world.allDeadSince = world.time.now()
}

/** Notifies the engines of a change, unless lost notifications are among the faults. */
export function notifyEngines(world: World) {
  const { time, callChance, activeFaults } = world
  const lossRate = activeFaults.has('notices') ? 0.3 : 0
  const maxDelayMs = activeFaults.has('notices') ? 2_000 : 5
  for (const { process, engine } of aliveIn(world)) {
    const notify = () => process.deliver(time.now() + callChance.between(0.5, maxDelayMs), () => engine.wake())
    if (!callChance.happens(lossRate)) notify()
    if (callChance.happens(lossRate)) notify()
  }
}
