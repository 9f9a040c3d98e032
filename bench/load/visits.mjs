import { Browser } from './browser.mjs'

/** @typedef {import('./browser.mjs').Answer} Answer */

/**
 * What is timed: requests to the demo, by what they ask for. A sign-in is two of them, with the
 * identity provider in between.
 */
export const kinds = /** @type {const} */ ([
  'session',
  'page',
  'form',
  'sign-in',
  'callback',
  'password',
  'sign-out',
])

/** @typedef {typeof kinds[number]} Kind */

/**
 * Sends a request and tells the stopwatch what it was; rejects as the request does.
 *
 * @typedef {(kind: Kind, send: () => Promise<Answer>) => Promise<Answer>} Timed
 */

/** Somebody who was given what is not theirs, or not given what is. */
export class WrongAnswer extends Error {}

const sessionCookie = 'authjs.session-token'

/** A person, their browser, and all that the demo may tell it. */
export class Visitor {
  /** Requests that are under way: who has any does not sign out. */
  underWay = 0

  /**
   * @param {string} origin
   * @param {string} name
   * @param {string} email the one that every answer must show
   */
  constructor(origin, name, email) {
    this.browser = new Browser(origin)
    this.name = name
    this.email = email
  }

  /** @param {Timed} timed */
  async readSession(timed) {
    const found = await this.#whoAmI(timed)
    if (found === this.email) return
    throw new WrongAnswer(`The session of ${this.email} is that of ${found ?? 'nobody'}.`)
  }

  /**
   * That the session which this cookie stood for is over.
   *
   * @param {Timed} timed
   */
  async expectNoSession(timed) {
    const found = await this.#whoAmI(timed)
    if (found === null) return
    throw new WrongAnswer(`${this.email} signed out, and the cookie still is ${found}.`)
  }

  /**
   * That the session, if it is still there, is nobody else's.
   *
   * @param {Timed} timed
   */
  async expectOwnOrNone(timed) {
    const found = await this.#whoAmI(timed)
    if (found === null || found === this.email) return
    throw new WrongAnswer(`The session of ${this.email} is that of ${found}.`)
  }

  /** @param {Timed} timed */
  async readPage(timed) {
    const answer = await timed('page', () => this.browser.get('/'))
    expectStatus(answer, 200, 'The page')
    const shown = new Set(answer.body.match(/[\w.-]+@(?:demo-id\.)?example(?:\.com)?/g))
    if (shown.size === 1 && shown.has(this.email)) return
    throw new WrongAnswer(`The page of ${this.email} shows [${[...shown].join()}].`)
  }

  /**
   * Through the identity provider.
   *
   * @param {Timed} timed
   */
  async signIn(timed) {
    const csrfToken = await this.#openForm('/auth/signin', timed)
    const fields = { csrfToken, callbackUrl: '/account/' }
    const started = await timed('sign-in', () => this.browser.post('/auth/signin/demo', fields))
    expectStatus(started, 302, 'The start of a sign-in')
    const back = await answerProvider(started.location ?? '', this.name)
    const finished = await timed('callback', () => this.browser.get(back))
    this.#expectSignedIn(finished)
  }

  /**
   * @param {string} password
   * @param {Timed} timed
   */
  async signInByPassword(password, timed) {
    const csrfToken = await this.#openForm('/auth/signin', timed)
    const fields = { csrfToken, callbackUrl: '/account/', username: this.name, password }
    const path = '/auth/callback/credentials'
    this.#expectSignedIn(await timed('password', () => this.browser.post(path, fields)))
  }

  /**
   * The cookie must be gone; whether the session is, only a copy of the cookie can tell.
   *
   * @param {Timed} timed
   */
  async signOut(timed) {
    const csrfToken = await this.#openForm('/auth/signout', timed)
    const fields = { csrfToken, callbackUrl: '/' }
    const answer = await timed('sign-out', () => this.browser.post('/auth/signout', fields))
    expectStatus(answer, 302, 'A sign-out')
    if (!this.browser.cookies.has(sessionCookie)) return
    throw new WrongAnswer(`${this.email} signed out and kept the cookie.`)
  }

  /**
   * The same person with the same cookies, at this address or another one of the demo.
   *
   * @param {string} origin
   */
  copy(origin = this.browser.origin) {
    const twin = new Visitor(origin, this.name, this.email)
    twin.browser.cookies = new Map(this.browser.cookies)
    return twin
  }

  /**
   * @param {Timed} timed
   * @returns {Promise<string | null>}
   */
  async #whoAmI(timed) {
    const answer = await timed('session', () => this.browser.get('/auth/session'))
    expectStatus(answer, 200, 'A session read')
    return emailIn(answer.body)
  }

  /**
   * @param {string} path
   * @param {Timed} timed
   */
  async #openForm(path, timed) {
    const page = await timed('form', () => this.browser.get(path))
    expectStatus(page, 200, path)
    const token = /name="csrfToken" value="([^"]+)"/.exec(page.body)?.[1]
    if (token === undefined) throw new WrongAnswer(`The form of ${path} has no CSRF token.`)
    return token
  }

  /** @param {Answer} answer */
  #expectSignedIn(answer) {
    expectStatus(answer, 302, 'The end of a sign-in')
    const target = new URL(answer.location ?? '', this.browser.origin).pathname
    if (target === '/account/' && this.browser.cookies.has(sessionCookie)) return
    throw new WrongAnswer(`The sign-in of ${this.email} led to ${target}.`)
  }
}

/**
 * What the person does at the identity provider: says who they are, and that the demo may know.
 *
 * @param {string} address where the demo sent them
 * @param {string} name
 * @returns {Promise<string>} where the provider sends them back to
 */
async function answerProvider(address, name) {
  const browser = new Browser(new URL(address).origin)
  const shown = await browser.get(address)
  const agreed = await browser.post(shown.location ?? '', { name, answer: 'allow' })
  const { location } = await browser.get(agreed.location ?? '')
  if (location?.includes('/auth/callback/demo?')) return location
  throw new Error(`The identity provider sends ${name} to ${location ?? 'nowhere'}.`)
}

/**
 * @param {Answer} answer
 * @param {number} status
 * @param {string} what
 */
function expectStatus(answer, status, what) {
  if (answer.status === status) return
  const { location = '', body } = answer
  throw new WrongAnswer(
    `${what} was answered by ${answer.status} ${location} ${body.slice(0, 200)}`,
  )
}

/**
 * @param {string} body
 * @returns {string | null}
 */
function emailIn(body) {
  try {
    return JSON.parse(body)?.user?.email ?? null
  } catch {
    throw new WrongAnswer(`A session read gave ${body.slice(0, 200)}`)
  }
}
