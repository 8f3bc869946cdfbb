import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { parse, parseAllDocuments } from 'yaml'

/** The environments of a deployment come from what its operator has: settings for all, and secrets. */
export type Given = { settings: Record<string, string>; secrets: Record<string, string> }

type Environment = Record<string, string>

/** A process as a deployment starts it: the command of `bidwell`, and what it receives. */
export type Started = { name: string; command: string; env: Environment }

export const readDeployment = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

export const EXAMPLE_SETTINGS = parseEnv(readDeployment('settings.example.env')) as Environment

/** What the image sets for every process. */
const IMAGE_ENVIRONMENT: Environment = Object.fromEntries(
  [...readDeployment('Dockerfile').matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map((assignment): [string, string] => {
      const [name = '', value = ''] = assignment.split('=')
      return [name, value]
    }),
  ),
)

export type Service = {
  image: string
  user: string
  command?: string[]
  environment?: Environment
  env_file?: string
  volumes?: string[]
  hostname?: string
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  stop_grace_period?: string
  build?: { dockerfile?: string; dockerfile_inline?: string }
  healthcheck?: { test: string[] }
}
type Compose = { services: Record<string, Service>; volumes: Record<string, null> }

/** A compose file with its variables replaced, as Compose does. Throws for a variable that it needs and nobody gave. */
function readServices(file: string, secrets: Environment): Compose {
  const replace = (text: string) =>
    text.replaceAll(/\$\{(\w+):([?-])\}/g, (_, name: string, sign: string) => {
      const value = secrets[name] ?? ''
      if (value === '' && sign === '?') throw new Error(`${name} is needed, and not given`)
      return value
    })
  const reviver = (_key: unknown, value: unknown) => (typeof value === 'string' ? replace(value) : value)
  return parse(readDeployment(file), reviver, { merge: true }) as Compose
}

export const readCompose = (secrets: Environment): Compose => readServices('compose.yaml', secrets)

/** The one container at home. */
export function readHome(given: Environment): Service {
  const { bidwell } = readServices('home.yaml', given).services
  if (bidwell === undefined) throw new Error('home.yaml has no container of Bidwell')
  return bidwell
}

/** The containers of Bidwell in the compose file. */
const containersOfCompose = ({ settings, secrets }: Given): Started[] =>
  Object.entries(readCompose(secrets).services)
    .filter(([, { image }]) => image.startsWith('bidwell:'))
    .map(([name, { command = [], env_file, environment }]) => ({
      name,
      command: command.join(' '),
      env: withoutEmpty({ ...IMAGE_ENVIRONMENT, ...(env_file === 'settings.env' && settings), ...environment }),
    }))

/** The processes of Bidwell in the compose file. */
export const startedByCompose = (given: Given): Started[] =>
  containersOfCompose(given).filter(({ command }) => command !== '')

/** Where the operator's commands run: a container without a command of its own. */
export const operatorsOf = (given: Given): Started[] =>
  containersOfCompose(given).filter(({ command }) => command === '')

/** An empty variable counts as none. */
const withoutEmpty = (env: Environment): Environment =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))

type Reference = { name: string; key: string; optional?: boolean }
type Variable = { name: string; value?: string; valueFrom?: { secretKeyRef: Reference } }
export type Container = {
  name: string
  image: string
  args?: string[]
  env: Variable[]
  envFrom: { configMapRef: { name: string } }[]
  securityContext: Record<string, unknown>
  volumeMounts: { name: string; mountPath: string }[]
  readinessProbe?: { httpGet: { path: string; port: string } }
  livenessProbe?: { exec: { command: string[] } }
}
export type PodSpec = {
  containers: Container[]
  securityContext: Record<string, unknown>
  terminationGracePeriodSeconds: number
  automountServiceAccountToken: boolean
  volumes: { name: string }[]
}
type Template = { metadata: { labels: Record<string, string> }; spec: PodSpec }
export type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name?: string }
  spec: Record<string, unknown> & { template?: Template }
}

export const KUBERNETES_FILES = ['api.yaml', 'jobs.yaml', 'engines.yaml']

export const readManifests = (file: string): Manifest[] =>
  parseAllDocuments(readDeployment(`kubernetes/${file}`)).map((document) => document.toJS() as Manifest)

/** The pods of the manifests, each with the name of its workload. */
export const podsOf = (manifests: readonly Manifest[]) =>
  manifests.flatMap(({ kind, spec: { template } }) =>
    template ? [{ kind, labels: template.metadata.labels, spec: template.spec }] : [],
  )

/** The processes of Bidwell on Kubernetes. `secrets` are those of the Secret `bidwell`. */
export const startedByKubernetes = ({ settings, secrets }: Given): Started[] =>
  podsOf(KUBERNETES_FILES.flatMap(readManifests))
    .flatMap(({ spec }) => spec.containers)
    .map(({ name, args = [], env, envFrom }) => ({
      name,
      command: args.join(' '),
      env: {
        ...IMAGE_ENVIRONMENT,
        ...(envFrom.some(({ configMapRef }) => configMapRef.name === 'bidwell') && settings),
        ...Object.fromEntries(env.flatMap((variable) => valueOf(variable, secrets))),
      },
    }))

function valueOf({ name, value, valueFrom }: Variable, secrets: Environment): [string, string][] {
  if (value !== undefined) return [[name, value]]
  const { name: secret = '', key = '', optional = false } = valueFrom?.secretKeyRef ?? {}
  const found = secret === 'bidwell' ? secrets[key] : undefined
  if (found === undefined && !optional) throw new Error(`${name} needs ${key} of the secret ${secret}`)
  return found === undefined ? [] : [[name, found]]
}

/** The units of systemd, by name: for each its lines as pairs, in order. */
export const readUnit = (name: string): [name: string, value: string][] =>
  readDeployment(`systemd/${name}`)
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => {
      const [key = '', value = ''] = line.split(/=(.*)/s)
      return [key, value]
    })
