import type { AuditEvent } from '../../model/audit.js'

/** The texts of {@link Account}. `{name}` is replaced with what a button is for. */
export interface AccountPartTexts {
  readonly profile: string
  readonly name: string
  readonly picture: string
  /** Contains `{name}`, the name of the provider. */
  readonly pictureFrom: string
  /** For a picture that is at none of the connected providers. */
  readonly currentPicture: string
  readonly noPicture: string
  readonly saveProfile: string
  readonly address: string
  readonly newAddress: string
  readonly currentPassword: string
  readonly changeAddress: string
  readonly password: string
  readonly changePassword: string
  readonly addPassword: string
  readonly removePassword: string
  readonly accounts: string
  /** Contains `{name}`, the name of the provider. */
  readonly connect: string
  /** Contains `{name}`, the name of the provider. */
  readonly disconnect: string
  readonly passkeys: string
  /** For a passkey without a name. */
  readonly unnamedPasskey: string
  readonly passkeyName: string
  /** Contains `{name}`, the name of the passkey. */
  readonly renamePasskey: string
  /** Contains `{name}`, the name of the passkey. */
  readonly removePasskey: string
  readonly addPasskey: string
  /** Why a passkey was not added, by the `code` of a `PasskeyError`. `general` is for all other codes. */
  readonly passkeyProblems: Readonly<Record<string, string>>
  readonly secondFactor: string
  readonly manageSecondFactor: string
  readonly sessions: string
  readonly thisBrowser: string
  readonly unknownBrowser: string
  /** Contains `{name}`, the browser and its system. */
  readonly endSession: string
  readonly endOtherSessions: string
  readonly activity: string
  readonly noActivity: string
  /** What happened, by event of the audit trail. Events without a text are not shown. */
  readonly events: Readonly<Partial<Record<AuditEvent, string>>>
  readonly data: string
  readonly download: string
  readonly deleteAccount: string
  /** Contains `{name}`, the number of days in which a deleted account can be kept. */
  readonly graceDays: string
}

/** The texts that are used by default. */
export const englishAccountTexts: AccountPartTexts = {
  profile: 'Profile',
  name: 'Name',
  picture: 'Picture',
  pictureFrom: 'From {name}',
  currentPicture: 'Current picture',
  noPicture: 'No picture',
  saveProfile: 'Save',
  address: 'E-mail address',
  newAddress: 'New e-mail address',
  currentPassword: 'Current password',
  changeAddress: 'Change address',
  password: 'Password',
  changePassword: 'Change password',
  addPassword: 'Add a password',
  removePassword: 'Remove password',
  accounts: 'Connected accounts',
  connect: 'Connect {name}',
  disconnect: 'Disconnect {name}',
  passkeys: 'Passkeys',
  unnamedPasskey: 'Passkey',
  passkeyName: 'Name',
  renamePasskey: 'Rename {name}',
  removePasskey: 'Remove {name}',
  addPasskey: 'Add a passkey',
  passkeyProblems: {
    general: 'We could not complete that. Please try again.',
    WebAuthnVerificationError:
      'We could not verify your passkey. Try again or sign in another way.',
    TooManyRequests: 'Please wait a little before you try again.',
    cancelled: 'No passkey was used. Try again when you are ready.',
    'already-registered': 'This device already has a passkey for your account.',
    unsupported: 'Passkeys do not work here: they need JavaScript and a current browser.',
  },
  secondFactor: 'Two-step sign-in',
  manageSecondFactor: 'Manage two-step sign-in',
  sessions: 'Where you are signed in',
  thisBrowser: 'This browser',
  unknownBrowser: 'Unknown browser',
  endSession: 'Sign out {name}',
  endOtherSessions: 'Sign out everywhere else',
  activity: 'Recent activity',
  noActivity: 'Nothing has happened yet.',
  events: {
    'signed-in': 'Signed in',
    'signed-out': 'Signed out',
    refused: 'A request was refused',
    'session-revoked': 'A session was ended',
    'user-created': 'Account created',
    linked: 'Account or passkey added',
    unlinked: 'Account or passkey removed',
    'factor-added': 'Authenticator app added',
    'factor-removed': 'Authenticator app removed',
    'recovery-code-used': 'Recovery code used',
    'recovery-codes-made': 'New recovery codes made',
    'password-changed': 'Password changed',
    'password-removed': 'Password removed',
    'address-verified': 'Address confirmed',
    'address-changed': 'Address changed',
    'address-restored': 'Address changed',
    'profile-changed': 'Profile changed',
  },
  data: 'Your data',
  download: 'Download your data',
  deleteAccount: 'Delete your account',
  graceDays: 'After that, you can sign in within {name} days to keep it.',
}

/** Replaces `{name}` in a text. */
export function fillName(text: string, name: string): string {
  // A function, because a name may contain `$&`.
  return text.replace('{name}', () => name)
}
