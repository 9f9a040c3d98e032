import type { EnvGroup } from './env-file.js'

/** The environment group of `AUTH_SECRET`. */
export function secretGroup(secret: string): EnvGroup {
  return {
    comment: 'Encrypts the sessions. Create one with: npx latchkey secret',
    variables: [{ name: 'AUTH_SECRET', value: secret }],
  }
}
