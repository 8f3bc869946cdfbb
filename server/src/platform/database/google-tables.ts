export type GoogleIdentityTable = {
  issuer: string
  subject: string
  account_id: number
  email: string
  linked_at: Date
}

export type SpentGoogleTokenTable = { hash: Buffer; expires_at: Date }
