import { indent, type Choice } from './choice.js'
import { wrapComment } from './wrap-comment.js'

/** Sign-in with a password that the app's database stores as a hash. */
export const passwordChoice: Choice = {
  id: 'password',
  importName: 'Password',
  code: [
    ...wrapComment(
      'The database stores a hash of each password. Visitors sign up and reset passwords by mail, which an e-mail provider sends.',
      indent,
    ),
    `${indent}Password,`,
  ],
  readsEnv: false,
  isPasskey: false,
  needsAdapter: true,
  packages: [],
  advice:
    'Visitors sign up and reset passwords by mail, so the app needs an e-mail provider too. See https://github.com/latchkey-auth/latchkey/blob/main/docs/passwords.md',
}
