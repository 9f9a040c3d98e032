import assert from 'node:assert/strict'

/**
 * A browser without JavaScript: it keeps cookies, and fills in forms.
 *
 * @param {string} origin
 */
export function makeVisitor(origin) {
  /** @type {Map<string, string>} */
  const cookies = new Map()

  /**
   * @param {string | URL} target
   * @param {RequestInit} [init]
   */
  async function visit(target, init = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { accept: 'text/html', origin, cookie }
    const url = new URL(target, origin)
    const response = await fetchAgain(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  /**
   * Follows redirects to the page at their end.
   *
   * @param {string | URL} target
   * @param {Response} [first] the answer that leads there
   * @returns {Promise<{ url: URL, text: string }>}
   */
  async function open(target, first) {
    let url = new URL(target, origin)
    let response = first ?? (await visit(url))
    for (let left = 5; left > 0 && response.status >= 300 && response.status < 400; left--) {
      url = new URL(response.headers.get('location') ?? '', url)
      assert.equal(url.origin, origin, 'a redirect stays on the site')
      response = await visit(url)
    }
    assert.equal(response.status, 200, url.pathname)
    return { url, text: await response.text() }
  }

  /**
   * Fills in the form that contains a text, and sends it. If the text is the target of a button,
   * that button sends it.
   *
   * @param {{ url: URL, text: string }} page
   * @param {string} mark of the form
   * @param {Readonly<Record<string, string>>} typed
   */
  function submit({ url, text }, mark, typed = {}) {
    const forms = [...text.matchAll(/<form\b[^>]*action="([^"]*)"[^]*?<\/form>/g)]
    const mine = forms.find(([form]) => form.includes(mark))
    assert.ok(mine, `${url.pathname} has a form with ${mark}`)
    const [form, ownAction = ''] = mine
    const targets = [...form.matchAll(/\bformaction="([^"]*)"/g)].map(([, target = '']) => target)
    const action = targets.find((target) => target.includes(mark)) ?? ownAction
    const hidden = [...form.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
      unescape(/\bname="([^"]*)"/.exec(input)?.[1]),
      unescape(/\bvalue="([^"]*)"/.exec(input)?.[1]),
    ])
    const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...typed })
    return visit(new URL(unescape(action), url), { method: 'POST', body })
  }

  return { open, submit }
}

/**
 * A dev server that restarts closes its connections. The page is loaded again, as a person does it.
 *
 * @param {URL} url
 * @param {RequestInit} init
 */
async function fetchAgain(url, init) {
  for (let left = 30; left > 0 && init.method === undefined; left--) {
    const response = await fetch(url, init).catch(() => undefined)
    if (response) return response
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  return fetch(url, init)
}

/** @param {string | undefined} text of an attribute */
function unescape(text = '') {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#x2F;', '/')
    .replaceAll('&amp;', '&')
}
