import type { AuditEvent, AuditRecord } from 'latchkey'

const titles: Readonly<Partial<Record<AuditEvent, string>>> = {
  'signed-in': 'Signed in',
  'signed-out': 'Signed out',
  'session-revoked': 'Signed out a device',
  'second-factor-asked': 'Was asked for the second step',
  'identity-confirmed': 'Confirmed that it was you',
  'user-created': 'Signed up',
  'user-taken-over': 'Confirmed the e-mail address',
  linked: 'Added a way to sign in',
  unlinked: 'Removed a way to sign in',
  'factor-added': 'Added an authenticator app',
  'factor-removed': 'Removed an authenticator app',
  'recovery-code-used': 'Used a recovery code',
  'recovery-codes-made': 'Made new recovery codes',
  'password-changed': 'Changed the password',
  'password-removed': 'Removed the password',
  'address-verified': 'Confirmed the e-mail address',
  'address-changed': 'Changed the e-mail address',
  'profile-changed': 'Changed the profile',
}

/** A record in plain words. */
export function describeActivity({ event, action }: AuditRecord): string {
  if (event === 'refused')
    return action === 'callback' ? 'Failed to sign in' : 'Could not do something'
  return titles[event] ?? 'Something else'
}
