import type { User } from 'latchkey'

/** What to call someone: who signed up by e-mail has no name yet. */
export function nameOf({ name, email }: User): string {
  return name || email || 'somebody'
}
