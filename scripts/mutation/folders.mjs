/**
 * What is mutated, and how the paths begin of the tests that shall notice, in the order in which they
 * are tried. What survives the near ones, which are quick, meets the far ones.
 *
 * Left out are tests that need a server or a browser, and those that try for many seconds.
 *
 * @type {Readonly<Record<string, { near: readonly string[], far: readonly string[] }>>}
 */
export const folders = {
  'src/crypto': {
    near: ['test/crypto/'],
    far: ['test/session/', 'test/context/csrf', 'test/properties/seals', 'test/email/code'],
  },
  'src/session': {
    near: ['test/session/', 'test/engine/session-', 'test/engine/callbacks', 'test/engine/calls'],
    far: [
      'test/engine/auth-js-sessions',
      'test/engine/credentials-flow',
      'test/accounts/purge',
      'test/accounts/database-sessions',
      'test/accounts/revocable-tokens',
      'test/accounts/hostile-sessions',
      'test/accounts/account-calls',
      'test/accounts/events',
      'test/diagnosis/',
    ],
  },
  'src/http': {
    near: ['test/http/', 'test/email/address', 'test/limits/client-address'],
    far: ['test/context/', 'test/properties/', 'test/binding/second-version', 'test/engine/routes'],
  },
  'src/context': {
    near: ['test/context/'],
    far: [
      'test/properties/redirects',
      'test/engine/',
      'test/limits/',
      'test/email/code',
      'test/email/link',
      'test/webauthn/registration',
      'test/webauthn/authentication',
      'test/oauth/end-session',
      'test/oauth/parallel',
      'test/diagnosis/',
    ],
  },
  'src/flows/link-account.ts': {
    near: ['test/accounts/link-decision'],
    far: ['test/accounts/linking'],
  },
  'src/oauth': {
    near: [
      'test/oauth/attempt',
      'test/oauth/authorization-request',
      'test/oauth/client-authentication',
      'test/oauth/exchange-code',
      'test/oauth/explain-refusal',
      'test/oauth/fetch-userinfo',
      'test/oauth/outgoing',
      'test/oauth/prepare-request',
      'test/oauth/refresh',
      'test/oauth/server',
      'test/oauth/token-answer',
      'test/oauth/translate-errors',
      'test/oauth/validate-response',
      'test/oauth/verify-',
      'test/oauth/wire',
    ],
    far: [
      'test/oauth/options',
      'test/oauth/odd-cases',
      'test/oauth/harder-cases',
      'test/oauth/authorization-response',
      'test/oauth/id-token',
      'test/oauth/back-channel',
      'test/accounts/provider-logout',
      'test/oauth/end-session',
      'test/diagnosis/services',
      'test/providers/quirks',
    ],
  },
}
