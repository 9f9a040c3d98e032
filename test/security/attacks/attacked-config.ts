import type { AuthConfig } from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import type { EmailConfig } from '../../../src/model/email.js'
import type { LimitsOptions } from '../../../src/model/limits.js'
import type { SecondFactorOptions } from '../../../src/model/second-factor.js'

/**
 * The application that is attacked, but for what each mount has of its own. It imports types alone,
 * so that a build of an application can take the file as it is.
 */
export interface AttackedParts {
  readonly adapter: Adapter
  readonly strategy: 'jwt' | 'database'
  /** Identity services, passkeys and stored passwords. */
  readonly providers: AuthConfig['providers']
  /** Sends the mails of the provider `mail`, and those about passwords. */
  readonly sendMail: NonNullable<EmailConfig['sendVerificationRequest']>
  readonly secondFactor: SecondFactorOptions
  /** Other limits than the usual ones. */
  readonly limits?: LimitsOptions
}

/** Who can sign in with a password: what they type is their name, and this. */
export const passwords: Readonly<Record<string, string>> = {
  ada: 'correct horse battery',
  grace: 'another staple entirely',
}

export function attackedConfig(parts: AttackedParts): AuthConfig {
  const { adapter, strategy, providers, sendMail, secondFactor, limits } = parts
  return {
    secret: 'the-Secret/of+the=application_that.is-attacked',
    trustHost: true,
    debug: true,
    ...(limits && { limits }),
    adapter,
    session: { strategy },
    secondFactor,
    experimental: { enableWebAuthn: true },
    providers: [
      {
        id: 'credentials',
        name: 'Password',
        type: 'credentials',
        credentials: {
          username: { label: 'Name' },
          password: { label: 'Password', type: 'password' },
        },
        authorize: async ({ username, password }) =>
          typeof username === 'string' && isRight(username, password)
            ? findPerson(adapter, username)
            : null,
      },
      {
        id: 'mail',
        name: 'E-mail',
        type: 'email',
        sendVerificationRequest: sendMail,
      },
      ...providers,
    ],
  }
}

function isRight(username: string, password: unknown): boolean {
  return Object.hasOwn(passwords, username) && passwords[username] === password
}

/** A session in the database needs its user there. */
async function findPerson(adapter: Adapter, username: string) {
  const known = await adapter.getUser?.(username)
  if (known) return known
  const email = `${username}@people.test`
  const user = { id: username, name: `${username} of the passwords`, email, emailVerified: null }
  // Two who come at once make one row.
  await Promise.resolve(adapter.createUser?.(user)).catch(() => undefined)
  return user
}
