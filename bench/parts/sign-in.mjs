import { measureSubjects } from '../measure.mjs'

/** @type {import('../part.mjs').Part} */
export const part = {
  file: 'sign-in',
  title: 'Time to sign in with a service or a password',
  method: { unit: 'nanoseconds a sign-in, from the first request to the cookie of the session' },
  /* prettier-ignore */
  comparisons: [
    { of: 'auth-js-oidc',            to: 'latchkey-oidc',        target: { atLeast: 2 } },
    { of: 'auth-js-oauth',           to: 'latchkey-oauth',       target: { atLeast: 2 } },
    { of: 'better-auth-oauth',       to: 'latchkey-oauth' },
    { of: 'auth-js-credentials',     to: 'latchkey-credentials' },
    { of: 'better-auth-credentials', to: 'latchkey-credentials' },
  ],
  async measure(effort) {
    const { oidc } = await import('../subjects/sign-in/oidc.mjs')
    const { oauth } = await import('../subjects/sign-in/oauth.mjs')
    const { credentials } = await import('../subjects/sign-in/credentials.mjs')
    const subjects = [...(await oidc()), ...(await oauth()), ...(await credentials())]
    return measureSubjects(subjects, effort)
  },
  chart: [
    {
      title: 'OpenID Connect and OAuth 2',
      note: 'Start and callback; the service answers at once. Ratios over latchkey, OAuth 2.',
      base: 'latchkey-oauth',
      ids: [
        'latchkey-oidc',
        'auth-js-oidc',
        'latchkey-oauth',
        'auth-js-oauth',
        'better-auth-oauth',
      ],
    },
    {
      title: 'Name and password',
      note: 'Compared at once, not hashed. Ratios over latchkey.',
      base: 'latchkey-credentials',
      ids: ['latchkey-credentials', 'auth-js-credentials', 'better-auth-credentials'],
    },
  ],
}
