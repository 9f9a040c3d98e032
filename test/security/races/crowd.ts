import { AsyncLocalStorage } from 'node:async_hooks'
import { inspect } from 'node:util'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { AuthConfig } from '../../../src/core.js'
import type { EventCallbacks } from '../../../src/model/events.js'
import type { LoggerInstance, SessionStrategy } from '../../../src/model/options.js'
import { watch } from '../../support/adapters/watched-adapter.js'
import { makeApp } from '../../support/apps/app.js'
import { SeededRandom } from '../../support/seeded-random.js'
import { fakeKey, type Claims } from '../../support/oauth/fake-keys.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import { makeProvider, oidc } from '../../support/oauth/sign-in.js'

/** One of many people: everything about them bears their mark. */
export interface Member {
  readonly mark: string
  readonly claims: Claims
}

/** An application that many people use at once, in which every step takes another time. */
export interface Crowd {
  readonly config: AuthConfig
  readonly service: FakeProvider
  readonly members: readonly Member[]
  /** What a visitor met that bears the mark of another one. */
  readonly trespasses: readonly string[]
  /** How often something was looked at. */
  readonly looks: ReadonlyMap<string, number>
  /** Runs what a member does; all that happens in it must be theirs. */
  live<T>(member: Member, work: () => Promise<T>): Promise<T>
  /** Notes when something bears the mark of a visitor other than the living one. */
  look(where: string, ...values: readonly unknown[]): void
}

const markForm = /mark-\d{4}-/g

export interface CrowdOptions {
  readonly size: number
  readonly seed: number
  readonly strategy: SessionStrategy
  /** Whether there is a database. */
  readonly hasStore: boolean
}

export async function gather({ size, seed, strategy, hasStore }: CrowdOptions): Promise<Crowd> {
  const random = new SeededRandom(seed)
  const living = new AsyncLocalStorage<Member>()
  const trespasses: string[] = []
  const looks = new Map<string, number>()
  const look = (where: string, ...values: readonly unknown[]): void => {
    looks.set(where, (looks.get(where) ?? 0) + 1)
    const owner = living.getStore()?.mark
    const strangers = values.flatMap(marksIn).filter((mark) => mark !== owner)
    if (strangers.length > 0) trespasses.push(`${where}: ${owner} met ${strangers.join(', ')}`)
  }
  /** Lets others go first, as often as chance has it. */
  const dawdle = async (): Promise<void> => {
    for (let turns = random.below(6); turns > 0; turns--) {
      await new Promise((resolve) => void setImmediate(resolve))
    }
  }

  const service = await makeProvider({ key: await fakeKey('first', 'ES256') })
  const answerLate = async (): Promise<undefined> => {
    await dawdle()
    return undefined
  }
  service.misbehaviour = { answer: { token: answerLate, userinfo: answerLate } }
  const store = watch(memoryAdapter())
  store.before = dawdle
  store.after = async ({ name }, result) => {
    look(`adapter ${name}`, result)
    await dawdle()
  }
  const app = makeApp({
    providers: [oidc(service, { idToken: false })],
    session: { strategy, updateAge: 0 },
    callbacks: callbacksThat(look, dawdle),
    events: eventsThat(look, dawdle),
    logger: loggerThat(look),
    debug: true,
    ...(hasStore && { adapter: store.adapter }),
  })
  return {
    config: app.config,
    service,
    members: Array.from({ length: size }, (_, at) => memberOf(at)),
    trespasses,
    looks,
    live: (member, work) => living.run(member, work),
    look,
  }
}

function memberOf(at: number): Member {
  const mark = `mark-${String(at).padStart(4, '0')}-`
  const claims = { sub: `${mark}sub`, name: `${mark}name`, email: `${mark}mail@example.test` }
  return { mark, claims: { ...claims, email_verified: true } }
}

/** Every mark in a value, once. */
export function marksIn(value: unknown): readonly string[] {
  return [...new Set(show(value).match(markForm))]
}

function show(value: unknown): string {
  if (typeof value === 'string') return value
  return value instanceof Error ? inspect(value) : (JSON.stringify(value) ?? '')
}

type Look = Crowd['look']

function callbacksThat(look: Look, dawdle: () => Promise<void>): AuthConfig['callbacks'] {
  const renamed = new Map<string, string>()
  return {
    async signIn(params) {
      look('signIn callback', params)
      await dawdle()
      return true
    },
    async jwt(params) {
      look('jwt callback', params)
      await dawdle()
      const { token, account, trigger, session } = params
      if (account) return { ...token, accessToken: account.access_token }
      return trigger === 'update' ? { ...token, name: nameIn(session) } : token
    },
    async session(params) {
      look('session callback', params)
      await dawdle()
      const { session, token, user, newSession, trigger } = params
      // With a database the application keeps what a session is changed to.
      if (user && trigger === 'update') renamed.set(user.id, nameIn(newSession))
      const name = (user && renamed.get(user.id)) ?? session.user?.name ?? null
      return { ...session, user: { ...session.user, name }, accessToken: token?.['accessToken'] }
    },
    async redirect({ url, baseUrl }) {
      look('redirect callback', url)
      await dawdle()
      return new URL(url, baseUrl).href
    },
  }
}

function nameIn(wish: unknown): string {
  return (wish as { readonly name: string }).name
}

function eventsThat(look: Look, dawdle: () => Promise<void>): EventCallbacks {
  const tell =
    (name: string) =>
    async (message: unknown): Promise<void> => {
      look(`${name} event`, message)
      await dawdle()
    }
  const names = ['createUser', 'updateUser', 'linkAccount', 'session', 'signIn', 'signOut']
  return Object.fromEntries(names.map((name) => [name, tell(name)]))
}

function loggerThat(look: Look): LoggerInstance {
  const write =
    (level: string) =>
    (_code: string, ...message: unknown[]): void =>
      look(`${level} log`, ...message)
  return { error: write('error'), warn: write('warn'), debug: write('debug') }
}
