import { isPublicKeyName, isSentryDsn } from './public-text.js'

/** A variable of the environment. */
export interface Variable {
  readonly name: string
  readonly value: string
}

const secretName =
  /SECRET|PASSWORD|PASSWD|PASSPHRASE|PRIVATE|TOKEN|CREDENTIAL|PEPPER|HMAC|SIGNING|API_?KEY|(?:^|_)(?:SALT|SEED)$|(?:^|_)KEYS?$|EMAIL_SERVER|(?:DATABASE|REDIS|MONGO(?:DB)?)_UR[IL]/i

/** `SMTP_PASS` and `MYSQL_PWD`, but not what the shell sets: `PWD`, `OLDPWD` and `SSH_ASKPASS`. */
const shortPasswordName = /(?<!ASK|BY)PASS$|(?:^|_)PASS_|(?<!^|^OLD)PWD$/i

const dsnName = /(?:^|_)DSN$/i

/** Vite and Qwik publish these on purpose. */
const publicName = /^(?:PUBLIC|VITE)_/

const urlWithPassword = /^(?:[a-z][a-z\d+.-]*:)+\/\/[^/?#\s]*:[^/?#\s]*@/i

/** The path of a SQLite file, which a `DATABASE_URL` may be. */
const filePath = /^file:[^?#]*$/i

/** `AUTH_TOKEN_URL` is the address of an endpoint. A query may contain a token. */
const addressName = /(?:UR[IL]|ENDPOINT)$/i
const plainAddress = /^https?:\/\/[^@?#\s]*$/i

/** Whether a variable holds a secret, as far as its name and value tell. */
export function mayBeSecret({ name, value }: Variable): boolean {
  if (isPublicVariable(name) || filePath.test(value)) return false
  if (hasPassword(value)) return true
  if (addressName.test(name) && plainAddress.test(value)) return false
  if (dsnName.test(name)) return !isSentryDsn(value)
  return secretName.test(name) || shortPasswordName.test(name)
}

/** Whether the name of a constant or a member is that of a secret, such as `stripeKey`. */
export function isSecretName(name: string): boolean {
  const written = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|-/g, '_')
  if (isPublicVariable(written)) return false
  return secretName.test(written) || shortPasswordName.test(written) || dsnName.test(written)
}

/** Whether a name ends with the word for a secret, unlike `minPasswordLength` and `storageKey`. */
export function isNameOfSecret(name: string): boolean {
  return isSecretName(name) && lastWord.test(name) && !isOrdinaryKey(name)
}

const lastWord =
  /(?:SECRET|PASSWORD|PASSWD|PASSPHRASE|PASS|PWD|TOKEN|CREDENTIALS?|PEPPER|SALT|SEED|DSN|KEYS?)$/i

/** Whether a name is that of a key for finding something. */
export function isOrdinaryKey(name: string): boolean {
  return ordinaryKey.test(name) || isPublicKeyName(name)
}

const ordinaryKey = /(?:STORAGE|CACHE|QUERY|SORT|PRIMARY|FOREIGN|TRANSLATION)[_-]?KEYS?$/i

/** Whether Vite or Qwik publishes a variable on purpose, as far as its name says. */
export function isPublicVariable(name: string): boolean {
  return publicName.test(name)
}

/** Whether a text is a URL with a password before its host. */
export function hasPassword(text: string): boolean {
  return urlWithPassword.test(text)
}
