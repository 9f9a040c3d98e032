import { origin } from '../visitor.mjs'

/** @typedef {(request: Request) => Promise<Response>} Handle */

/**
 * A form of the site, sent by a browser.
 *
 * @param {string} path
 * @param {Record<string, string>} fields
 * @param {string} [cookie]
 */
export function formPost(path, fields, cookie = '') {
  return new Request(origin + path, {
    method: 'POST',
    headers: { origin, cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
}

/**
 * JSON, sent by a script of the site.
 *
 * @param {string} path
 * @param {object} fields
 * @param {string} [cookie]
 */
export function jsonPost(path, fields, cookie = '') {
  return new Request(origin + path, {
    method: 'POST',
    headers: { origin, cookie, 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })
}

/**
 * A link that a person has clicked on.
 *
 * @param {string} url
 * @param {string} [cookie]
 */
export function click(url, cookie = '') {
  return new Request(url, {
    headers: {
      cookie,
      accept: 'text/html',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      'sec-fetch-user': '?1',
    },
  })
}

/** The cookies that a response sets, as a browser sends them back. @param {Response} response */
export function cookiesOf({ headers }) {
  return headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}
