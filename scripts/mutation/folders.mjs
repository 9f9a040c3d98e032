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
    near: ['test/unit/crypto/'],
    far: [
      'test/unit/session/',
      'test/unit/context/csrf',
      'test/security/properties/seals',
      'test/flows/email/code',
    ],
  },
  'src/session': {
    near: [
      'test/unit/session/',
      'test/unit/engine/session-',
      'test/unit/engine/callbacks',
      'test/unit/engine/calls',
    ],
    far: [
      'test/unit/engine/auth-js-sessions',
      'test/unit/engine/credentials-flow',
      'test/flows/accounts/purge',
      'test/flows/accounts/database-sessions',
      'test/flows/accounts/revocable-tokens',
      'test/flows/accounts/hostile-sessions',
      'test/flows/accounts/account-calls',
      'test/flows/accounts/events',
      'test/flows/diagnosis/',
    ],
  },
  'src/http': {
    near: ['test/unit/http/', 'test/unit/http/address', 'test/unit/http/client-address'],
    far: [
      'test/unit/context/',
      'test/security/properties/',
      'test/unit/binding/second-version',
      'test/unit/engine/routes',
    ],
  },
  'src/context': {
    near: ['test/unit/context/'],
    far: [
      'test/security/properties/redirects',
      'test/unit/engine/',
      'test/flows/limits/',
      'test/flows/email/code',
      'test/flows/email/link',
      'test/flows/webauthn/registration',
      'test/flows/webauthn/authentication',
      'test/flows/oauth/end-session',
      'test/flows/oauth/parallel',
      'test/flows/diagnosis/',
    ],
  },
  'src/flows/link-account.ts': {
    near: ['test/unit/flows/link-decision'],
    far: ['test/flows/accounts/linking'],
  },
  'src/oauth': {
    near: [
      'test/unit/oauth/attempt',
      'test/unit/oauth/authorization-request',
      'test/unit/oauth/client-authentication',
      'test/unit/oauth/exchange-code',
      'test/unit/oauth/explain-refusal',
      'test/unit/oauth/fetch-userinfo',
      'test/unit/oauth/outgoing',
      'test/unit/oauth/prepare-request',
      'test/unit/oauth/refresh',
      'test/unit/oauth/server',
      'test/unit/oauth/token-answer',
      'test/unit/oauth/translate-errors',
      'test/unit/oauth/validate-response',
      'test/unit/oauth/verify-',
      'test/unit/oauth/wire',
    ],
    far: [
      'test/flows/oauth/options',
      'test/flows/oauth/odd-cases',
      'test/flows/oauth/harder-cases',
      'test/flows/oauth/authorization-response',
      'test/flows/oauth/id-token',
      'test/flows/oauth/back-channel',
      'test/flows/accounts/provider-logout',
      'test/flows/oauth/end-session',
      'test/flows/diagnosis/services',
      'test/flows/providers/quirks',
    ],
  },
}
