import { indent, type Choice } from './choice.js'
import { wrapComment } from './wrap-comment.js'

/** Passkeys. They need a script in the page, which the built-in one has. */
export const passkeyChoice: Choice = {
  id: 'passkey',
  importName: 'Passkey',
  code: [
    ...wrapComment(
      'Passkeys need JavaScript, so the sign-in page is the built-in one, /auth/signin. For a page of your own there is latchkey/passkeys.',
      indent,
    ),
    `${indent}Passkey,`,
  ],
  readsEnv: false,
  isPasskey: true,
  needsAdapter: true,
  packages: ['@simplewebauthn/server'],
}
