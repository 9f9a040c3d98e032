import type { AuditEvent, AuditRecord } from 'latchkey'

const titles: Readonly<Partial<Record<AuditEvent, string>>> = {
  'signed-in': 'Signed in',
  'signed-out': 'Signed out',
  'session-revoked': 'Ended a session',
  'second-factor-asked': 'Entered the first factor',
  'identity-confirmed': 'Confirmed the identity',
  'user-created': 'Signed up',
  'user-taken-over': 'Proved the address',
  linked: 'Added a way to sign in',
  unlinked: 'Removed a way to sign in',
  'factor-added': 'Added a second factor',
  'factor-removed': 'Removed a second factor',
  'recovery-code-used': 'Used a recovery code',
  'recovery-codes-made': 'Made new recovery codes',
  'password-changed': 'Changed the password',
  'password-removed': 'Removed the password',
  'address-verified': 'Proved the address',
  'address-changed': 'Changed the address',
  'profile-changed': 'Changed the profile',
}

/** A record in plain words. */
export function describeActivity({ event, action }: AuditRecord): string {
  if (event === 'refused') return action === 'callback' ? 'Failed to sign in' : 'Was refused'
  return titles[event] ?? 'Something else'
}
