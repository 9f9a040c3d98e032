/**
 * What an application loads for the same task: sign-in with GitHub, and sessions. Each is a module of
 * which only the imports count.
 *
 * @type {readonly { id: string, library: string, name: string, imports: readonly string[] }[]}
 */
export const entries = [
  {
    id: 'latchkey',
    library: 'latchkey',
    name: 'core and GitHub',
    imports: ['latchkey/core', 'latchkey/providers/github'],
  },
  {
    id: 'latchkey-signing-in',
    library: 'latchkey',
    name: 'the same, and the packages that the first sign-in loads',
    imports: ['latchkey/core', 'latchkey/providers/github', 'oauth4webapi', 'jose'],
  },
  {
    id: 'auth-js',
    library: '@auth/core',
    name: 'core and GitHub',
    imports: ['@auth/core', '@auth/core/providers/github'],
  },
  {
    id: 'better-auth',
    library: 'better-auth',
    name: 'with every social provider in it',
    imports: ['better-auth'],
  },
  {
    id: 'better-auth-minimal',
    library: 'better-auth',
    name: 'minimal',
    imports: ['better-auth/minimal'],
  },
  { id: 'jose', library: 'jose', name: 'alone', imports: ['jose'] },
]
