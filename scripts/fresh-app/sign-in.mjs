import assert from 'node:assert/strict'
import { makeVisitor } from './visitor.mjs'

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
  const page = await visitor.open(`${path}?callbackUrl=${path}`)
  const { email, password } = person

  const refused = await visitor.submit(page, 'value="credentials"', { email, password: 'wrong' })
  const again = await refused.text()
  assert.match(again, /role="alert"/, 'a wrong password is told')
  assert.match(again, new RegExp(`value="${email}"`), 'the form keeps the address')

  const accepted = await visitor.submit(page, 'value="credentials"', { email, password })
  assert.equal(new URL(accepted.headers.get('location') ?? '', origin).pathname, path)
  const signedIn = await visitor.open(path)
  assert.match(signedIn.text, /You are signed in/)
  assert.match(signedIn.text, /\bAda\b/)

  await visitor.submit(signedIn, 'Sign out')
  assert.match((await visitor.open(path)).text, /<h1[^>]*>Sign in</, 'signed out')

  const away = await visitor.submit(page, 'value="github"')
  const service = new URL(away.headers.get('location') ?? '')
  assert.equal(service.origin, 'https://github.com')
  assert.equal(service.searchParams.get('redirect_uri'), `${origin}/auth/callback/github`)
}
