import { parseUrl } from '../http/parse-url.js'

/** What is wrong with an SMTP URL, and how to fix it. Contains no part of the URL. */
export interface SmtpUrlMistake {
  readonly problem: string
  readonly cure: string
}

const example = 'smtps://name:password@smtp.example.com'
const escapes = 'Write / as %2F, ? as %3F, # as %23 and % as %25 in the user name and the password.'

/**
 * Explains why a URL cannot name an SMTP server. Returns undefined if it can.
 *
 * Nodemailer reads a URL without complaint and then connects to the wrong host, so that the only
 * sign of a mistake would be a failed connection.
 */
export function explainSmtpUrl(text: string): SmtpUrlMistake | undefined {
  if (!/^\s*smtps?:\/\//i.test(text)) {
    return mistake('does not start with smtps:// or smtp://', `Write it such as ${example}.`)
  }
  const url = parseUrl(text)
  if (!url) return explainInvalid(text)
  const { hostname, username, password, pathname, search, hash } = url
  if (hostname === '') return mistake('has no host', `Write it such as ${example}.`)
  // The password ends the host early, and the real host is in what follows.
  if (/@/.test(pathname + hash) || /^\?[^=]*@/.test(search)) return unescaped
  return isDecodable(username) && isDecodable(password) ? undefined : unescaped
}

const unescaped = mistake(
  'has a character in its user name or password that is not escaped',
  escapes,
)

function explainInvalid(text: string): SmtpUrlMistake {
  const rest = text.trim().replace(/^\w+:\/\//, '')
  const at = rest.lastIndexOf('@')
  if (at !== -1 && /[/?#]/.test(rest.slice(0, at))) return unescaped
  const [host = ''] = rest.slice(at + 1).split(/[/?#]/)
  if (/\s/.test(host)) return mistake('has a space in its host', 'Remove the space.')
  if (/:[^\]]+$/.test(host)) {
    return mistake(
      'has a port that is not a number up to 65535',
      // In an env file, a # that is not escaped starts a comment and cuts the value.
      at === -1 ? `Correct the port. ${escapes}` : 'Correct the port.',
    )
  }
  return mistake('is not a valid URL', `Write it such as ${example}.`)
}

/**
 * Explains why a connection is likely to fail: the port is the usual one of the other scheme. A
 * server may still use it. Returns undefined if the port fits.
 */
export function explainSmtpPort(text: string): SmtpUrlMistake | undefined {
  const url = parseUrl(text)
  if (!url) return undefined
  const { protocol, port } = url
  if (protocol === 'smtp:' && port === '465') {
    return mistake('has smtp: and the port 465, which expects smtps:', 'Write smtps: in the URL.')
  }
  if (protocol === 'smtps:' && (port === '587' || port === '25')) {
    return mistake(
      `has smtps: and the port ${port}, which expects smtp:`,
      'Write smtp: in the URL. The connection is encrypted by STARTTLS.',
    )
  }
  return undefined
}

function mistake(problem: string, cure: string): SmtpUrlMistake {
  return { problem, cure }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
