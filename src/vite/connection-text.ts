/** The end of a name that a connection string gives to a secret: `Pwd`, `AccountKey` or `sslpassword`. */
const secret = '(?:pass(?:word|wd)?|pwd|secret|token|key)'

/** Libraries for SQL put a value there, and so does a translation: `token=$1` or `key={name}`. */
const placeholder = String.raw`\$\d|[?:@%{<*[(…]`

const assigned = new RegExp(`${secret}=(?!${placeholder})[^\\s;&]{4}`, 'i')
const member = new RegExp(`${secret}"\\s*:\\s*"(?!${placeholder})[^"]{4}`, 'i')

/**
 * Whether a text is a connection string or JSON that contains a secret, such as
 * `host=db user=app password=…`. It may have spaces, and only words.
 */
export function assignsSecret(text: string): boolean {
  return assigned.test(text) || member.test(text)
}
