-- The sealed secrets of authenticator apps get the layout of everything else that is encrypted here: 12 bytes of nonce, the
-- secret, 16 bytes of tag. The tag came before the secret.
update totp_secrets
   set sealed_secret = substring(sealed_secret from 1 for 12) || substring(sealed_secret from 29)
                    || substring(sealed_secret from 13 for 16);
