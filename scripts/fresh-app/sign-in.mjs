import assert from 'node:assert/strict'

/** Who may sign in, once `authorize` is written. */
export const person = { email: 'ada@example.com', password: 'lovelace', name: 'Ada' }

const path = '/signin/'

/**
 * The check that the person at the keyboard has to write, written.
 *
 * @param {string} plugin
 */
export function writeAuthorize(plugin) {
  const refusal = '          return null;\n        },'
  assert.equal(plugin.split(refusal).length, 2, 'plugin@auth.ts has one end of authorize')
  return plugin.replace(
    refusal,
    `          return email === "${person.email}" && password === "${person.password}"
            ? { id: "1", name: "${person.name}", email }
            : null;\n        },`,
  )
}

/**
 * Goes through the sign-in page as a browser without JavaScript does.
 *
 * @param {string} origin
 */
export async function signInAndOut(origin) {
  const visitor = makeVisitor(origin)
  const page = await visitor.get(`${path}?callbackUrl=${path}`)
  const { email, password } = person

  const refused = await visitor.submit(page, 'credentials', { email, password: 'wrong' })
  const again = await refused.text()
  assert.match(again, /role="alert"/, 'a wrong password is told')
  assert.match(again, new RegExp(`value="${email}"`), 'the form keeps the address')

  const accepted = await visitor.submit(page, 'credentials', { email, password })
  assert.equal(new URL(accepted.headers.get('location') ?? '', origin).pathname, path)
  const signedIn = await visitor.get(path)
  assert.match(signedIn, /You are signed in/)
  assert.match(signedIn, /\bAda\b/)

  await visitor.submit(signedIn, undefined, {})
  assert.match(await visitor.get(path), /<h1[^>]*>Sign in</, 'signed out')

  const away = await visitor.submit(page, 'github', {})
  const service = new URL(away.headers.get('location') ?? '')
  assert.equal(service.origin, 'https://github.com')
  assert.equal(service.searchParams.get('redirect_uri'), `${origin}/auth/callback/github`)
}

/** @param {string} origin */
function makeVisitor(origin) {
  /** @type {Map<string, string>} */
  const cookies = new Map()

  /**
   * @param {string} target
   * @param {RequestInit} [init]
   */
  async function visit(target, init = {}) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { accept: 'text/html', origin, cookie }
    const url = new URL(target, origin)
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return response
  }

  return {
    /** @param {string} target */
    async get(target) {
      const response = await visit(target)
      assert.equal(response.status, 200, target)
      return response.text()
    },

    /**
     * Fills in the form of a provider, or the only one, and sends it.
     *
     * @param {string} page
     * @param {string | undefined} provider
     * @param {Readonly<Record<string, string>>} typed
     */
    submit(page, provider, typed) {
      const forms = [...page.matchAll(/<form\b[^>]*action="([^"]*)"[^]*?<\/form>/g)]
      const mine = forms.find(([text]) => !provider || text.includes(`value="${provider}"`))
      assert.ok(mine, `there is a form for ${provider ?? 'signing out'}`)
      const [form, action = ''] = mine
      const hidden = [...form.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)].map(([input]) => [
        /\bname="([^"]*)"/.exec(input)?.[1] ?? '',
        /\bvalue="([^"]*)"/.exec(input)?.[1] ?? '',
      ])
      const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...typed })
      return visit(path + action.replaceAll('&amp;', '&'), { method: 'POST', body })
    },
  }
}
