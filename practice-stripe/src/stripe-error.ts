type Kind = 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error'

type Options = { code?: string; param?: string; declineCode?: string; status?: number }

/** An error in the form of Stripe's API. */
export class StripeError extends Error {
  readonly kind: Kind
  readonly status: number
  private readonly options: Options

  constructor(kind: Kind, message: string, options: Options = {}) {
    super(message)
    this.kind = kind
    this.options = options
    this.status = options.status ?? (kind === 'card_error' ? 402 : kind === 'api_error' ? 500 : 400)
  }

  get body() {
    const { code, param, declineCode } = this.options
    return {
      error: {
        type: this.kind,
        message: this.message,
        ...(code !== undefined && { code }),
        ...(param !== undefined && { param }),
        ...(declineCode !== undefined && { decline_code: declineCode }),
      },
    }
  }
}

export const missing = (what: string, id: string, param = 'id') =>
  new StripeError('invalid_request_error', `No such ${what}: '${id}'`, { code: 'resource_missing', param, status: 404 })

export const invalid = (message: string, param?: string) =>
  new StripeError('invalid_request_error', message, param === undefined ? {} : { param })

export const declined = () =>
  new StripeError('card_error', 'Your card was declined.', { code: 'card_declined', declineCode: 'generic_decline' })
