import type { EnvGroup } from './env-file.js'

/** The variable of the secret. */
export function secretGroup(secret: string): EnvGroup {
  return {
    comment: 'Seals the sessions. Make one with: npx latchkey secret',
    variables: [{ name: 'AUTH_SECRET', value: secret }],
  }
}
