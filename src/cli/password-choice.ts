import { indent, type Choice } from './choice.js'
import { wrapComment } from './wrap-comment.js'

/** Sign-in with a password that the app's database stores as a hash. */
export const passwordChoice: Choice = {
  id: 'password',
  importName: 'Password',
  code: [
    ...wrapComment(
      'The database stores a hash of each password. No user has a password until you call setPassword of latchkey/core.',
      indent,
    ),
    `${indent}Password,`,
  ],
  readsEnv: false,
  isPasskey: false,
  needsAdapter: true,
  packages: [],
  advice:
    'Call setPassword of latchkey/core to give a user a password. See https://github.com/latchkey-auth/latchkey/blob/main/docs/passwords.md',
}
