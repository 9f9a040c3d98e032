import { isPassword, isSeen } from './credential-field.js'
import type {
  CredentialsOption,
  EmailOption,
  OAuthOption,
  PasskeyOption,
  SignInOption,
} from './sign-in-option.js'

/** An option that the visitor enters something for. */
export type FormOption = EmailOption | CredentialsOption

/** An option that needs no more than a click. */
export type ButtonOption = OAuthOption | CredentialsOption

/** Where the options of a sign-in page are. */
export interface Arrangement {
  /** Buttons, the last used one first. */
  readonly buttons: readonly ButtonOption[]
  /** The form that is open. */
  readonly form: FormOption | undefined
  /** The provider that mails a link to the address in the open form. */
  readonly mail: EmailOption | undefined
  /** Forms that the visitor opens. */
  readonly folded: readonly FormOption[]
  readonly passkeys: readonly PasskeyOption[]
  /** Whether the last sign-in used a form, which is then above the buttons. */
  readonly startsWithForm: boolean
}

/**
 * Arranges the options of a sign-in page: one list of buttons and one form. The arrangement depends
 * on the app and on this browser's last sign-in, never on what the visitor enters.
 */
export function arrangeOptions(
  options: readonly SignInOption[],
  lastUsed: SignInOption | undefined,
): Arrangement {
  const buttons = options.filter(isButton)
  const forms = options.filter(isForm)
  const form = chooseForm(forms, lastUsed)
  const mail = form && findMail(form, forms)
  return {
    buttons: [...buttons].sort((a, b) => rank(a, lastUsed) - rank(b, lastUsed)),
    form,
    mail,
    folded: forms.filter((other) => other !== form && other !== mail),
    passkeys: options.filter((option) => option.type === 'webauthn'),
    startsWithForm: forms.some((option) => option === lastUsed),
  }
}

/** Whether a form has a field for a password. */
function asksForPassword({ credentials }: CredentialsOption): boolean {
  return Object.values(credentials).some(isPassword)
}

function isButton(option: SignInOption): option is ButtonOption {
  if (option.type === 'credentials') return !Object.values(option.credentials).some(isSeen)
  return option.type === 'oauth' || option.type === 'oidc'
}

function isForm(option: SignInOption): option is FormOption {
  return option.type === 'email' || (option.type === 'credentials' && !isButton(option))
}

/**
 * A form that can also mail a link comes first, then any form with a password. The form of the last
 * sign-in comes before both.
 */
function chooseForm(
  forms: readonly FormOption[],
  lastUsed: SignInOption | undefined,
): FormOption | undefined {
  const passwords = forms.filter((form) => form.type === 'credentials' && asksForPassword(form))
  const complete = passwords.find((form) => findMail(form, forms) !== undefined)
  if (complete && lastUsed && findMail(complete, forms) === lastUsed) return complete
  return forms.find((form) => form === lastUsed) ?? complete ?? passwords[0] ?? forms[0]
}

/** Several providers of mails would all have the same button. */
function findMail(form: FormOption, forms: readonly FormOption[]): EmailOption | undefined {
  if (form.type !== 'credentials' || !Object.hasOwn(form.credentials, 'email')) return undefined
  const [mail, ...others] = forms.filter((option) => option.type === 'email')
  return others.length === 0 ? mail : undefined
}

function rank(option: SignInOption, lastUsed: SignInOption | undefined): number {
  return option === lastUsed ? 0 : 1
}
