import { Auth, revokeSessionsOfUser, type AuthConfig } from '../../../src/core.js'
import { causesOf } from '../../../src/errors/causes.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { openBrowser } from '../../support/browser.js'
import { sessionCookie } from '../../support/apps/app.js'
import { configOf, encodePerson, origin, type Person } from '../races/site.js'

/** What a request came to. `refused` is a clean answer that asks the client to try again. */
export type Answer<Value> =
  { readonly is: 'done'; readonly value: Value } | { readonly is: 'refused' } | Wrong

interface Wrong {
  readonly is: 'wrong'
  readonly what: string
}

/** A session as an app describes it. */
export type FoundSession = { readonly userId: string } | null

/** One app, as one visitor at a time uses it. */
export interface AppUnderLoad {
  signIn(person: Person): Promise<Answer<string>>
  read(cookie: string): Promise<Answer<FoundSession>>
  signOut(cookie: string, everywhere: boolean): Promise<Answer<undefined>>
  revoke(userId: string): Promise<Answer<undefined>>
}

const refused = { is: 'refused' } as const
const done = { is: 'done', value: undefined } as const
/** Seconds for a read of the database. */
const adapterTimeout = 3

export function openAppUnderLoad(adapter: Adapter): AppUnderLoad {
  let errors: string[] = []
  let causes: string[] = []
  const config: AuthConfig = {
    ...configOf(adapter, () => {}),
    adapterTimeout,
    logger: {
      error: (code, error) => {
        errors.push(code)
        causes.push(...causesOf(error).map(({ message }) => message))
      },
      warn: () => {},
      debug: () => {},
    },
  }
  const begin = (): void => {
    errors = []
    causes = []
  }
  const wrong = (what: string, response: Response): Wrong => {
    const text = `${what}: ${response.status} ${response.headers.get('location') ?? ''}`
    return { is: 'wrong', what: `${text} ${[...errors, ...causes].join(' < ')}` }
  }

  return {
    signIn: async (person) => {
      begin()
      const browser = openBrowser(config, origin)
      const started = await browser.fetch('/auth/signin/one', { method: 'POST' })
      if (isRefusal(started)) return refused
      const target = new URL(started.headers.get('location') ?? '/', origin)
      const redirectUri = target.searchParams.get('redirect_uri')
      if (redirectUri === null) return wrong('start of a sign-in', started)
      const callback = new URL(redirectUri)
      callback.searchParams.set('code', encodePerson(person))
      callback.searchParams.set('state', target.searchParams.get('state') ?? '')
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
      const response = await browser.send(callback.href, { headers })
      const value = browser.cookie(sessionCookie)
      if (isRefusal(response)) return refused
      return value === undefined ? wrong('sign-in', response) : { is: 'done', value }
    },
    read: async (cookie) => {
      begin()
      const response = await Auth(requestOf('session', cookie), config)
      if (isRefusal(response)) return refused
      if (response.status !== 200) return wrong('read', response)
      const value = (await response.json()) as FoundSession
      if (value !== null || errors.length === 0) return { is: 'done', value }
      const keepsCookie = !response.headers.getSetCookie().some(isRemoval)
      return keepsCookie ? refused : wrong('read that removes the cookie', response)
    },
    signOut: async (cookie, everywhere) => {
      begin()
      const body = new URLSearchParams(everywhere ? { everywhere: 'on' } : {})
      const response = await Auth(requestOf('signout', cookie, body), config)
      if (isRefusal(response) || errors.includes('SignOutError')) return refused
      return response.status < 400 ? done : wrong('sign-out', response)
    },
    revoke: async (userId) => {
      begin()
      try {
        await revokeSessionsOfUser(config, userId)
        return done
      } catch (thrown) {
        const isClean = thrown instanceof Error && 'retryAfter' in thrown
        return isClean ? refused : { is: 'wrong', what: `revocation: ${String(thrown)}` }
      }
    },
  }
}

/** Whether a response asks the client to try again. */
function isRefusal(response: Response): boolean {
  return response.status === 503 && response.headers.has('retry-after')
}

function isRemoval(line: string): boolean {
  return line.startsWith(`${sessionCookie}=;`)
}

function requestOf(route: string, cookie: string, body?: URLSearchParams): Request {
  const headers = { cookie: `${sessionCookie}=${cookie}`, origin, 'sec-fetch-site': 'same-origin' }
  const init = body ? { method: 'POST', body } : {}
  return new Request(`${origin}/auth/${route}`, { headers, ...init })
}
