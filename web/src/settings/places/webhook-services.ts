import type { WebhookPreset } from '@bidwell/contract'

type FieldText = { label: string; placeholder?: string; hint?: string }

/** How a service is called, and what it calls what Bidwell needs to know. */
type Service = { name: string; url: FieldText; token?: FieldText }

export const SERVICES: Readonly<Record<WebhookPreset, Service>> = {
  standard: {
    name: 'Signed webhook',
    url: {
      label: 'Address',
      placeholder: 'https://hooks.example.com/bidwell',
      hint: 'Bidwell posts JSON there, signed as standardwebhooks.com describes. You get the secret next.',
    },
  },
  ntfy: {
    name: 'ntfy',
    url: {
      label: 'Address of the topic',
      placeholder: 'https://ntfy.sh/your-topic',
      hint: 'Whoever knows the name of an open topic reads it: choose one that is hard to guess.',
    },
    token: { label: 'Access token', placeholder: 'tk_…', hint: 'Only for a protected topic.' },
  },
  discord: {
    name: 'Discord',
    url: {
      label: 'Webhook URL',
      placeholder: 'https://discord.com/api/webhooks/…',
      hint: 'In the settings of a channel: Integrations, Webhooks, Copy Webhook URL.',
    },
  },
  apprise: {
    name: 'Apprise',
    url: {
      label: 'Notify URL',
      placeholder: 'https://apprise.example.com/notify/your-key',
      hint: 'Of an Apprise API server.',
    },
  },
}
