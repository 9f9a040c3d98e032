import { isGuessable, shortestSecret } from '../../config/secret-strength.js'
import type { Concern } from './finding.js'

/** Why Latchkey refuses a secret. The moving mode accepts a short one, but none that can be guessed. */
export type Weakness = 'guessable' | 'short'

/** Returns why a secret is refused, or undefined if it is strong. */
export function weaknessOf(secret: string): Weakness | undefined {
  if (isGuessable(secret)) return 'guessable'
  return secret.length < shortestSecret ? 'short' : undefined
}

/** A server with Auth.js cannot read what another secret encrypts. */
export const cureWhileRolling =
  'Keep it as it is until no server with Auth.js runs, because all servers need the same secrets. The moving mode only warns.'

/**
 * Describes a secret that anyone could forge sessions with. It must not decrypt either, so that the
 * users have to sign in again.
 *
 * @param subject - the name of the variable, or where the secret is written
 */
export function guessableSecret(subject: string, isRolling: boolean): Concern {
  const replace = 'Replace it with the output of `npx latchkey secret`. Your users sign in again.'
  return {
    problem: `${subject} can be guessed, so anyone could forge a session. Latchkey answers with status 500, also in the moving mode.`,
    cure: isRolling
      ? `${replace} Do this on the servers with Auth.js before the move, because all servers need the same secrets.`
      : replace,
  }
}
