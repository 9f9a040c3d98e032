import type { EmailConfig } from '../model/email.js'
import { memberAt } from './answer.js'
import { encodeBase64 } from './base64.js'

/** The credentials that an SMTP server receives. */
export interface SmtpLogin {
  /** The password or tokens, in plain text. */
  readonly secrets: readonly string[]
  /** The same, encoded as in the commands of RFC 4954. */
  readonly encoded: readonly string[]
}

/** Returns the login for a provider's server. Throws if `server` is not a valid URL. */
export function loginOf({ server = '' }: EmailConfig): SmtpLogin {
  const { user, secrets } = credentialsOf(server)
  return {
    secrets: secrets.flatMap((secret) => [secret, encodeURIComponent(secret)]),
    encoded: secrets.flatMap((secret) => [
      encodeBase64(secret),
      encodeBase64(`\u0000${user}\u0000${secret}`),
      encodeBase64(`user=${user}\u0001auth=Bearer ${secret}\u0001\u0001`),
    ]),
  }
}

interface Credentials {
  readonly user: string
  readonly secrets: readonly string[]
}

function credentialsOf(server: string | object): Credentials {
  const url = typeof server === 'string' ? server : memberAt(server, 'url')
  if (typeof url === 'string') {
    const { username, password } = new URL(url)
    return { user: decodeURIComponent(username), secrets: [decodeURIComponent(password)] }
  }
  const auth = memberAt(server, 'auth')
  const isNamed = typeof auth === 'object' && auth !== null
  const { user, type: _, method: __, ...rest } = (isNamed ? auth : {}) as Record<string, unknown>
  const texts = Object.values(rest).filter((value) => typeof value === 'string')
  return { user: typeof user === 'string' ? user : '', secrets: texts.filter(Boolean) }
}
