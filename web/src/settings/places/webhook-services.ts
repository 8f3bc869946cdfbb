import type { WebhookPreset } from '@bidwell/contract'

type FieldText = { label: string; placeholder?: string; hint?: string }

/** How a service is called, and what it calls what Bidwell needs to know. */
type Service = { name: string; url?: FieldText; token?: FieldText; chat?: FieldText }

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
  telegram: {
    name: 'Telegram',
    token: { label: 'Bot token', placeholder: '123456:ABC…', hint: 'BotFather shows it when you make a bot.' },
    chat: {
      label: 'Chat ID',
      placeholder: '123456789',
      hint: 'A number, or the name of a channel such as @bids. Write to the bot first, or it may not write to you.',
    },
  },
  discord: {
    name: 'Discord',
    url: {
      label: 'Webhook URL',
      placeholder: 'https://discord.com/api/webhooks/…',
      hint: 'In the settings of a channel: Integrations, Webhooks, Copy Webhook URL.',
    },
  },
  gotify: {
    name: 'Gotify',
    url: { label: 'Address of the server', placeholder: 'https://gotify.example.com' },
    token: { label: 'App token', placeholder: 'A…', hint: 'Gotify shows it in its list of apps.' },
  },
  home_assistant: {
    name: 'Home Assistant',
    url: {
      label: 'Webhook URL',
      placeholder: 'https://home.example.com/api/webhook/…',
      hint: 'Of an automation with a webhook as its trigger.',
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
