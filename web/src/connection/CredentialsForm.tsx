import { type ConnectionStatus, messages, type SiteCredentials, type SiteInfo } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { PasswordField } from '../account/password/PasswordField.tsx'
import { useReauthentication } from '../account/use-reauthentication.tsx'
import { messageOf } from '../api/api-error.ts'
import { useOnline } from '../api/use-online.ts'
import { Banner, ErrorBanner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/cards/Section.tsx'
import { Form } from '../ui/fields/Form.tsx'
import { TextField } from '../ui/fields/TextField.tsx'
import { FlaskConical } from '../ui/icons.tsx'
import { storeSiteLogin } from './connection-query.ts'
import { reportLoginChange } from './report-login-change.tsx'

type CredentialsFormProps = {
  site: SiteInfo
  status: ConnectionStatus | undefined
  onDone?: () => void
  /** Leaves out the card and the heading, because the form stands inside another part. */
  bare?: boolean
}

/** The server logs in to the site before it stores the login, and the form shows the site's own error message. */
export function CredentialsForm({ site, status, onDone, bare = false }: CredentialsFormProps) {
  const online = useOnline()
  const { withReauthentication, dialog } = useReauthentication()
  const form = useForm<SiteCredentials>({ defaultValues: { username: '', password: '' } })
  const store = useMutation({
    mutationFn: (credentials: SiteCredentials) => withReauthentication(() => storeSiteLogin(credentials)),
    ...reportLoginChange(site.name, messages.connection.connected(site.name)),
  })
  const { errors } = form.formState
  const needBoth = messages.connection.bothRequired(site.name)

  const fields = (
    <>
      <Form
        name="site-login"
        onSubmit={form.handleSubmit((credentials) =>
          store.mutate(credentials, {
            onSuccess: () => {
              form.reset({ username: '', password: '' })
              onDone?.()
            },
          }),
        )}
      >
        {site.practice && !status?.hasCredentials && (
          <PracticeHint onUse={() => form.reset({ username: 'demo', password: 'demo' })} />
        )}
        {store.isError && <ErrorBanner>{messageOf(store.error)}</ErrorBanner>}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="User name"
            hint={status?.username ? `Stored now: ${status.username}` : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={errors.username?.message}
            {...form.register('username', { required: needBoth })}
          />
          <PasswordField
            label="Password"
            autoComplete="off"
            error={errors.password?.message}
            {...form.register('password', { required: needBoth })}
          />
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            type="submit"
            variant="primary"
            busy={store.isPending}
            whyNot={online ? null : 'The login cannot be tried while you are offline.'}
          >
            Connect
          </Button>
          <output className="text-small text-ink-2">{store.isPending && `Trying this login at ${site.name}…`}</output>
        </div>
      </Form>
      {dialog}
    </>
  )
  if (bare) return fields
  return (
    <Section
      title={
        status?.hasCredentials && !status.refused
          ? `Use another ${site.name} login`
          : `Connect your ${site.name} account`
      }
    >
      {fields}
    </Section>
  )
}

const PracticeHint = ({ onUse }: { onUse: () => void }) => (
  <Banner
    tone="info"
    icon={FlaskConical}
    role="note"
    title="This is the practice site"
    action={
      <Button size="dense" onClick={onUse}>
        {messages.connection.fillInDemo}
      </Button>
    }
  >
    Its demo bidder is <strong>demo</strong>, with the password <strong>demo</strong>. Please do not type a login that
    you use anywhere else.
  </Banner>
)
