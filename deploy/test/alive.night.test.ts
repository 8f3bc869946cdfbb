import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { cuttableProxy } from '../../server/test/cuttable-proxy.ts'
import { startSniping } from '../../server/test/sniping.ts'
import { podsOf, readManifests, readUnit } from './read-deployments.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MAIN = join(ROOT, 'server/src/main.ts')

/** The command of the manifest's probe, as the kubelet runs it in the container. */
function probeOfKubernetes(): string {
  const containers = podsOf(readManifests('engines.yaml')).flatMap(({ spec }) => spec.containers)
  const [shell, option, script = ''] =
    containers.find(({ livenessProbe }) => livenessProbe)?.livenessProbe?.exec.command ?? []
  expect([shell, option]).toEqual(['sh', '-c'])
  return script.replace('node /app/', `"${process.execPath}" ${ROOT}`)
}

/** What the unit runs beside the engine, with one round in place of a loop without end. */
function roundOfSystemd(): string {
  const posts = readUnit('bidwell-engine@.service').filter(([name]) => name === 'ExecStartPost')
  const [, script = ''] = /^\/bin\/sh -c '(.*) &'$/.exec(posts[0]?.[1] ?? '') ?? []
  const round = /^while sleep 30; do (.*); done$/.exec(script)?.[1] ?? 'false'
  return round.replace('/opt/bidwell/node_modules/.bin/node server', `"${process.execPath}" ${ROOT}server`)
}

test('An engine that hangs is found by both probes; one that is starting, without its database or alive is left alone', async () => {
  const bin = await mkdtemp(join(tmpdir(), 'bidwell-alive-'))
  onTestFinished(() => rm(bin, { recursive: true }))
  await writeFile(join(bin, 'systemd-notify'), `#!/bin/sh\necho "$@" >> ${bin}/notices\n`, { mode: 0o755 })
  await using it = await startSniping()
  await using proxy = await cuttableProxy(new URL(it.url))
  const env = { PATH: `${bin}:${process.env['PATH']}`, BIDWELL_DATA: it.dataDir }
  const ask = () => {
    const { status, stdout } = spawnSync(process.execPath, [MAIN, 'engine', '--alive'], { env, encoding: 'utf8' })
    return { status, stdout }
  }
  const runs = (script: string) => spawnSync('sh', ['-c', script], { env }).status
  const notices = async () => (await readFile(join(bin, 'notices'), 'utf8').catch(() => '')).split('\n').length - 1

  expect(ask()).toEqual({ status: 2, stdout: expect.stringContaining('No engine shows itself') })
  expect(runs(probeOfKubernetes())).toBe(0)
  runs(roundOfSystemd())
  expect(await notices()).toBe(1)

  const engine = await it.spawnEngine({ env: { DATABASE_URL: proxy.url } })
  expect(ask()).toEqual({ status: 0, stdout: expect.stringContaining('answers') })
  proxy.silence()
  expect([ask().status, runs(probeOfKubernetes())]).toEqual([0, 0])
  runs(roundOfSystemd())
  expect(await notices()).toBe(2)

  engine.kill('SIGSTOP')
  expect(ask()).toEqual({ status: 1, stdout: expect.stringContaining('does not answer') })
  expect(runs(probeOfKubernetes())).toBe(1)
  runs(roundOfSystemd())
  expect(await notices()).toBe(2)
  engine.kill('SIGCONT')
  expect(ask().status).toBe(0)
  await it.kill(engine)
  expect(ask().status).toBe(2)
})
