import { PasskeyError } from 'latchkey/passkeys'

/** Explains to a user why a passkey did not work. */
export function explainPasskey(error: unknown): string {
  const code = error instanceof PasskeyError ? error.code : ''
  return texts[code] ?? 'That did not work. Try again, or sign in another way.'
}

const texts: Readonly<Record<string, string>> = {
  cancelled: 'No passkey was used. Try again when you are ready.',
  'already-registered': 'This device has a passkey for you already.',
  unsupported: 'This browser does not know passkeys.',
  AccountNotLinked: 'Somebody has this address already. Sign in the way you did before.',
  InvalidEmailAddress: 'Type your e-mail address first.',
  InvalidRequestBody: 'Type your e-mail address first.',
  WebAuthnVerificationError: 'Your passkey was not accepted. Try again, or sign in another way.',
}
