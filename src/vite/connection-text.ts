import { isPublicText } from './public-text.js'
import { isNameOfSecret } from './secret-variable.js'

/** Names of secrets that only connection strings write in this way. */
const shortName = /^(?:pwd|\w*(?:access|account)key)$/i
/** `data-key` is an attribute of HTML. */
const attribute = /^data-/i

/** Stands for a value that comes later: `{name}`, `<name>`, `:name` or `****`. A value may have a digit. */
const placeholder = /^(?:\{[a-z_]+\}|<[a-z_]+>|[:@$][a-z_]+|[*….]+)$/i

const pair = /(?<name>[a-z][\w-]*)\s*=\s*(?<value>"[^"]*"|'[^']*'|\{[^}]*\}|[^\s;&,\])"]+)/gi
const member = /"(?<name>[\w-]+)"\s*:\s*"(?<value>[^"]*)"/g

/** There, a word without quotes is a column. */
const sql = /\b(?:select|update|delete|insert|merge|from|join)\b.*\b(?:where|set|on|values)\b/is
const query = /^[^\s;]*[?&][^\s;]*$/

/**
 * Whether a text is a connection string or JSON that contains a secret, such as
 * `host=db user=app password=…`. It may have spaces, and only words.
 */
export function assignsSecret(text: string): boolean {
  if (isPublicText(text)) return false
  if (secretsIn(text, member).length > 0) return true
  const pairs = [...text.matchAll(pair)]
  const values = secretsIn(text, pair)
  if (sql.test(text)) return values.some((value) => /^['"]/.test(value))
  // A word alone may be an attribute or a part of an address: `[data-key=main]` or `?token=example`.
  const mayBeWord = pairs.length > 1 && !query.test(text)
  return values.some((value) => mayBeWord || /\d/.test(value))
}

/** Returns the values that have the name of a secret and are not placeholders. */
function secretsIn(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].flatMap(({ groups: { name = '', value = '' } = {} }) => {
    const isNamed = (isNameOfSecret(name) || shortName.test(name)) && !attribute.test(name)
    // `$1`, `%s` and `?` are too short.
    const isValue = value.length >= 4 && !placeholder.test(value) && !isPublicText(value)
    return isNamed && isValue ? value : []
  })
}
