import { indent, type Choice } from './choice.js'
import { wrapComment } from './wrap-comment.js'

/** The option that passkeys need. */
export const webAuthnFlag = 'experimental: { enableWebAuthn: true }'

/** Sign-in with a passkey. It needs a script, which the built-in page has. */
export const passkeyChoice: Choice = {
  id: 'passkey',
  importName: 'Passkey',
  code: [
    ...wrapComment(
      'Passkeys need JavaScript, so users sign in on the built-in page /auth/signin. For your own page, use latchkey/passkeys.',
      indent,
    ),
    `${indent}Passkey,`,
  ],
  readsEnv: false,
  isPasskey: true,
  needsAdapter: true,
  packages: ['@simplewebauthn/server'],
}
