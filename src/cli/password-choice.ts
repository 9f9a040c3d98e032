import { indent, type Choice } from './choice.js'
import { services } from './service.js'
import { wrapComment } from './wrap-comment.js'

const id = 'password'
const page = 'https://github.com/latchkey-auth/latchkey/blob/main/docs/guide/passwords.md'

/** Sign-in with a password that the app's database stores as a hash. */
export const passwordChoice: Choice = {
  id,
  importName: 'Password',
  code: renderCode(
    'The database stores a hash of each password. Visitors sign up and reset passwords by mail, which the e-mail provider sends.',
  ),
  readsEnv: false,
  isPasskey: false,
  needsAdapter: true,
  packages: [],
  advice: `Visitors sign up at /auth/signup, and reset a password at /auth/forgot-password. See ${page}`,
}

/** The same in an app that sends no mails. There no visitor can sign up. */
export function withoutMailer(choice: Choice, choices: readonly Choice[]): Choice {
  if (choice.id !== id || explainMissingMailer(choices) === undefined) return choice
  return {
    ...choice,
    code: renderCode(
      'The database stores a hash of each password. No visitor can sign up or reset a password until this list has an e-mail provider.',
    ),
    advice: `No visitor can sign up or reset a password until you add an e-mail provider to src/routes/plugin@auth.ts. ${commandWithMailer(choices)} prints the file with one. See ${page}`,
  }
}

/** Says that visitors cannot sign up, if no chosen provider sends the mails about passwords. */
export function explainMissingMailer(choices: readonly Choice[]): string | undefined {
  if (!choices.some((choice) => choice.id === id)) return undefined
  if (choices.some((choice) => services.get(choice.id)?.isMail)) return undefined
  return `No visitor can sign up or reset a password, because both go by mail and no chosen provider sends mails. Choose an e-mail provider too, such as email (SMTP) or resend: ${commandWithMailer(choices)}`
}

/** Whether visitors can sign up with a password and reset it. */
export function offersSignUp(choices: readonly Choice[]): boolean {
  return choices.some((choice) => choice.id === id) && explainMissingMailer(choices) === undefined
}

function commandWithMailer(choices: readonly Choice[]): string {
  return `npx latchkey init --providers ${['email', ...choices.map((choice) => choice.id)].join(',')}`
}

function renderCode(comment: string): readonly string[] {
  return [...wrapComment(comment, indent), `${indent}Password,`]
}
