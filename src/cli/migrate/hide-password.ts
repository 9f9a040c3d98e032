/** Removes a database's address and password from a text, such as the message of its driver. */
export function hidePassword(text: string, url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const password = parsed?.password ?? ''
  const secrets = [url, decode(password), password].filter((secret) => secret !== '')
  return secrets.reduce((hidden, secret) => hidden.replaceAll(patternOf(secret), '***'), text)
}

/** A shorter password may be part of a word, such as `post` in `postgres`. */
const shortestUnmistakable = 12

/** Finds a long secret anywhere, and a short one unless it is a part of a word. */
function patternOf(secret: string): RegExp {
  const escaped = secret.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, String.raw`\$&`)
  if (secret.length >= shortestUnmistakable) return new RegExp(escaped, 'g')
  const [start, end] = [/^\w/, /\w$/].map((edge) => edge.test(secret))
  return new RegExp(
    `${start ? String.raw`(?<!\w)` : ''}${escaped}${end ? String.raw`(?!\w)` : ''}`,
    'g',
  )
}

/** Names a database without its password. */
export function nameDatabase(url: string): string {
  if (!URL.canParse(url) || new URL(url).host === '') return url
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
