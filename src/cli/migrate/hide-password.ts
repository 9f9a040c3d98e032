/** Removes a database's address and password from a text, such as the message of its driver. */
export function hidePassword(text: string, url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const password = parsed?.password ?? ''
  const secrets = [url, decode(password), password].filter((secret) => secret !== '')
  return secrets.reduce((hidden, secret) => hidden.replaceAll(secret, '***'), text)
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
