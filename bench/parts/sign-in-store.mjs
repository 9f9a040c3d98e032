import { measureSubjects } from '../measure.mjs'

/**
 * What needs a store: it is in memory, for everyone. In a process of its own, since @auth/core wants
 * a store for every config once it has seen one that needs it.
 *
 * @type {import('../part.mjs').Part}
 */
export const part = {
  file: 'sign-in-store',
  title: 'Time to sign in by e-mail or with a passkey',
  drivers: ['@simplewebauthn/server'],
  method: { unit: 'nanoseconds a sign-in, from the first request to the cookie of the session' },
  /* prettier-ignore */
  comparisons: [
    { of: 'auth-js-email',     to: 'latchkey-email' },
    { of: 'better-auth-email', to: 'latchkey-email' },
    { of: 'latchkey-passkey',  to: 'bare-passkey' },
    { of: 'auth-js-passkey',   to: 'latchkey-passkey' },
  ],
  async measure(effort) {
    const { emailLink } = await import('../subjects/sign-in/email.mjs')
    const { passkey } = await import('../subjects/sign-in/passkey.mjs')
    return measureSubjects([...(await emailLink()), ...(await passkey())], effort)
  },
  chart: [
    {
      title: 'A link by e-mail',
      note: 'Asked for and opened; nothing is sent. Ratios over latchkey.',
      base: 'latchkey-email',
      ids: ['latchkey-email', 'auth-js-email', 'better-auth-email'],
    },
    {
      title: 'A passkey',
      note: 'Options and response; the authenticator is software, and counts. Ratios over latchkey.',
      base: 'latchkey-passkey',
      ids: ['bare-passkey', 'latchkey-passkey', 'auth-js-passkey'],
    },
  ],
}
