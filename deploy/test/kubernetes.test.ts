import { expect, test } from 'vitest'
import * as z from 'zod'
import { KUBERNETES_FILES, readManifests } from './read-deployments.ts'

/*
 * The fields of Kubernetes that the files use, each with its type, as its reference names them: a field that is misspelt, or stands
 * in the wrong place, is found here and not in a cluster.
 */

const Text = z.record(z.string(), z.string())
const Selector = z.strictObject({ matchLabels: Text })
const Metadata = z.strictObject({ name: z.string(), labels: z.optional(Text) })
const Resources = z.strictObject({ cpu: z.optional(z.string()), memory: z.optional(z.string()) })
const SecretKey = z.strictObject({ name: z.string(), key: z.string(), optional: z.optional(z.boolean()) })
const Probe = {
  initialDelaySeconds: z.optional(z.int()),
  periodSeconds: z.int(),
  timeoutSeconds: z.int(),
  failureThreshold: z.int(),
}
const Claim = z.strictObject({
  accessModes: z.array(z.enum(['ReadWriteOncePod'])),
  resources: z.strictObject({ requests: z.strictObject({ storage: z.string() }) }),
})
const Container = z.strictObject({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()),
  ports: z.optional(z.array(z.strictObject({ name: z.string(), containerPort: z.int() }))),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.boolean(),
    readOnlyRootFilesystem: z.boolean(),
    capabilities: z.strictObject({ drop: z.array(z.string()) }),
  }),
  envFrom: z.array(z.strictObject({ configMapRef: z.strictObject({ name: z.string() }) })),
  env: z.array(
    z.union([
      z.strictObject({ name: z.string(), value: z.string() }),
      z.strictObject({ name: z.string(), valueFrom: z.strictObject({ secretKeyRef: SecretKey }) }),
    ]),
  ),
  readinessProbe: z.optional(
    z.strictObject({ httpGet: z.strictObject({ path: z.string(), port: z.string() }), ...Probe }),
  ),
  lifecycle: z.optional(z.strictObject({ preStop: z.strictObject({ sleep: z.strictObject({ seconds: z.int() }) }) })),
  livenessProbe: z.optional(z.strictObject({ exec: z.strictObject({ command: z.array(z.string()) }), ...Probe })),
  resources: z.strictObject({ requests: Resources, limits: Resources }),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string(), readOnly: z.optional(z.boolean()) })),
})
const Pod = z.strictObject({
  automountServiceAccountToken: z.boolean(),
  terminationGracePeriodSeconds: z.int(),
  securityContext: z.strictObject({
    runAsNonRoot: z.boolean(),
    runAsUser: z.int(),
    runAsGroup: z.int(),
    fsGroup: z.int(),
    fsGroupChangePolicy: z.enum(['OnRootMismatch']),
    seccompProfile: z.strictObject({ type: z.enum(['RuntimeDefault']) }),
  }),
  topologySpreadConstraints: z.optional(
    z.array(
      z.strictObject({
        maxSkew: z.int(),
        topologyKey: z.string(),
        whenUnsatisfiable: z.enum(['ScheduleAnyway', 'DoNotSchedule']),
        labelSelector: Selector,
      }),
    ),
  ),
  containers: z.array(Container),
  volumes: z.array(
    z.union([
      z.strictObject({ name: z.string(), emptyDir: z.strictObject({}) }),
      z.strictObject({ name: z.string(), persistentVolumeClaim: z.strictObject({ claimName: z.string() }) }),
    ]),
  ),
})
const Workload = {
  replicas: z.int(),
  selector: Selector,
  template: z.strictObject({ metadata: z.strictObject({ labels: Text }), spec: Pod }),
}
const object = <V extends string, K extends string, S extends z.ZodType>(version: V, kind: K, spec: S) =>
  z.strictObject({ apiVersion: z.literal(version), kind: z.literal(kind), metadata: Metadata, spec })

const Manifest = z.discriminatedUnion('kind', [
  object(
    'apps/v1',
    'Deployment',
    z.strictObject({
      ...Workload,
      strategy: z.optional(z.strictObject({ type: z.enum(['Recreate', 'RollingUpdate']) })),
    }),
  ),
  object(
    'apps/v1',
    'StatefulSet',
    z.strictObject({
      ...Workload,
      serviceName: z.string(),
      podManagementPolicy: z.enum(['Parallel', 'OrderedReady']),
      volumeClaimTemplates: z.array(z.strictObject({ metadata: Metadata, spec: Claim })),
    }),
  ),
  object('v1', 'PersistentVolumeClaim', Claim),
  object(
    'v1',
    'Service',
    z.strictObject({
      clusterIP: z.optional(z.literal('None')),
      selector: Text,
      ports: z.optional(z.array(z.strictObject({ name: z.string(), port: z.int(), targetPort: z.string() }))),
    }),
  ),
])

test.each(KUBERNETES_FILES)('Kubernetes knows every field of %s', (file) => {
  const manifests = readManifests(file)
  expect(manifests).toHaveLength(2)
  for (const manifest of manifests) expect(Manifest.parse(manifest)).toEqual(manifest)
})
