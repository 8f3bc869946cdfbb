import { api, type SecondFactorStatus } from '@bidwell/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useReauthentication } from '../../account/use-reauthentication.tsx'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/Button.tsx'
import { Section } from '../../ui/cards/Section.tsx'
import { TriangleAlert } from '../../ui/icons.tsx'
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { secondFactorQuery } from './security-queries.ts'

const FEW = 3

type RecoveryCodesSectionProps = { status: SecondFactorStatus; onCodes: (codes: string[]) => void }

/** How many recovery codes are left, and making them anew. */
export function RecoveryCodesSection({ status: { recovery_codes_left: left }, onCodes }: RecoveryCodesSectionProps) {
  const client = useQueryClient()
  const { withReauthentication, dialog } = useReauthentication()
  const [isAsking, setIsAsking] = useState(false)
  const renew = useMutation({
    mutationFn: async () => (await withReauthentication(() => call(api.renewRecoveryCodes))).data.recovery_codes,
    onSuccess: (codes) => {
      setIsAsking(false)
      void client.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
      onCodes(codes)
    },
  })
  return (
    <Section
      title="Recovery codes"
      text={`${left === 1 ? '1 code is' : `${left} codes are`} left. Each signs you in once, without your phone or passkey.`}
      action={<Button onClick={() => setIsAsking(true)}>Make new codes</Button>}
    >
      {left <= FEW && (
        <div>
          <Tag tone="warning" icon={TriangleAlert}>
            Make new codes before they run out
          </Tag>
        </div>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Make new recovery codes?"
          text="The codes that you kept before stop working at once."
          confirm="Make new codes"
          keep="Keep mine"
          action={renew}
          onClose={() => setIsAsking(false)}
        />
      )}
      {dialog}
    </Section>
  )
}
