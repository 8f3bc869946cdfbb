type Kind = 'invalid_request_error' | 'card_error' | 'api_error'

/** An error in the form of Stripe's API. */
export class StripeError extends Error {
  readonly kind: Kind
  readonly status: number
  private readonly code: string | undefined

  constructor(kind: Kind, message: string, status: number, code?: string) {
    super(message)
    this.kind = kind
    this.status = status
    this.code = code
  }

  get body() {
    return { error: { type: this.kind, message: this.message, ...(this.code !== undefined && { code: this.code }) } }
  }
}

export const missing = (what: string, id: string) =>
  new StripeError('invalid_request_error', `No such ${what}: '${id}'`, 404, 'resource_missing')

export const invalid = (message: string) => new StripeError('invalid_request_error', message, 400)

export const declined = () => new StripeError('card_error', 'Your card was declined.', 402, 'card_declined')
