/** Everyone reads sessions of the same visitors, at the same address, under the same secret. */
export const origin = 'https://app.example'
export const secret = 'nR4vZ8qLx2Wc7Tk9Hs5Yb3Jd6Fg1PmQe'
export const password = 'correct horse battery staple'

/**
 * The environment of an app whose config function leaves the secrets to it.
 *
 * @type {Readonly<Record<string, string | undefined>>}
 */
export const environment = {
  NODE_ENV: 'production',
  AUTH_SECRET: secret,
  AUTH_URL: origin,
  AUTH_GITHUB_ID: 'github-id',
  AUTH_GITHUB_SECRET: 'github-secret',
  AUTH_GOOGLE_ID: 'google-id',
  AUTH_GOOGLE_SECRET: 'google-secret',
}

/** The cookies that a browser has besides those of a session. */
export const otherCookies = 'theme=dark; lang=en'

/**
 * The claims of a visitor, alike in length for every one of them.
 *
 * @param {number} at
 */
export function claimsOf(at) {
  return {
    name: 'Ada Lovelace',
    email: emailOf(at),
    picture: `${origin}/faces/${pad(at)}.png`,
    sub: `visitor-${pad(at)}`,
  }
}

/** @param {number} at */
export function emailOf(at) {
  return `ada-${pad(at)}@app.example`
}

/** @param {number} at */
function pad(at) {
  return String(at).padStart(6, '0')
}
