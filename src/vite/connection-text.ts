/** The end of a name that a connection string gives to a secret: `Pwd`, `AccountKey` or `sslpassword`. */
const secret = '(?:pass(?:word|wd)?|pwd|secret|token|key)'

/**
 * Libraries for SQL put a value there, and so does a translation: `token=$1` or `key={name}`. Keys for
 * browsers are public.
 */
const placeholder = String.raw`\$\d|[?:@%{<*[(…]|excluded\.|AIza|pk_|phc_`

const assigned = new RegExp(`${secret}=(?!${placeholder})[^\\s;&]{4}`, 'i')
const member = new RegExp(`${secret}"\\s*:\\s*"(?!${placeholder})[^"]{4}`, 'i')

/** What only a connection string assigns. */
const connection = /(?:^|[;\s])(?:host|server|data source|user(?: id)?|uid|database|dbname)\s*=/i
const statement = /^\s*(?:select|insert|update|delete|merge|with|create|alter)\s/i
/** There, only a name of the secret itself is a placeholder: `Pwd={password}`. */
const ownName = String.raw`[:@{<$]*\w*${secret}\w*[}>]*(?:[\s;&]|$)`
const connected = new RegExp(`${secret}\\s*=\\s*(?!\\?|\\$\\d|%s|${ownName})[^\\s;]{4}`, 'i')

/**
 * Whether a text is a connection string or JSON that contains a secret, such as
 * `host=db user=app password=…`. It may have spaces, and only words.
 */
export function assignsSecret(text: string): boolean {
  if (assigned.test(text) || member.test(text)) return true
  return connection.test(text) && !statement.test(text) && connected.test(text)
}
