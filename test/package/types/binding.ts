import { server$, type RequestEventBase, type RequestHandler } from '@builder.io/qwik-city'
import {
  CredentialsSignin,
  FrameworkAuth$,
  getSession,
  requireSession,
  routeAuth$,
  setEnvDefaults,
  updateSession,
  type DefaultSession,
  type FrameworkAuthConfig,
  type FrameworkAuthMembers,
  type Session,
  type SignInResult,
  type SignOutResult,
  type User,
} from 'latchkey'
import Credentials from 'latchkey/providers/credentials'
import { latchkey } from 'latchkey/vite'

/** Holds only if both types are the same, `any` and optional members included. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
declare function same<A, B>(proof: Same<A, B>): void
declare function accept<T>(...values: T[]): void

/** What a component finds in `useSession().value`. */
type SessionOf<M> = M extends { useSession: () => { readonly value: infer V } } ? V : never
type Shown<M> = NonNullable<SessionOf<M>>

// Without a `session` callback it is a plain session.

export const plain = FrameworkAuth$(() => ({ providers: [] }))
same<SessionOf<typeof plain>, Session | null>(true)
same<typeof plain, FrameworkAuthMembers>(true)
accept<RequestHandler>(plain.onRequest)

// With one, it is what the callback returns; nothing has to be declared.

export const expressionBody = FrameworkAuth$(() => ({
  providers: [],
  callbacks: { session: ({ session }) => ({ ...session, role: 'editor' as const }) },
}))
same<Shown<typeof expressionBody>['role'], 'editor'>(true)
same<Shown<typeof expressionBody>['user'], NonNullable<Session['user']>>(true)
accept<null>(null satisfies SessionOf<typeof expressionBody>)

export const blockBody = FrameworkAuth$(() => ({
  providers: [],
  callbacks: {
    session({ session, token }) {
      const isAdmin = token['role'] === 'admin'
      return { expires: session.expires, user: { ...session.user, id: token.sub }, isAdmin }
    },
  },
}))
same<Shown<typeof blockBody>['isAdmin'], boolean>(true)
same<Shown<typeof blockBody>['user']['id'], string | undefined>(true)

export const asyncConfig = routeAuth$(async ({ env, url, platform }) => {
  accept<unknown>(url.pathname, platform)
  const teams = await Promise.resolve([env.get('TEAM') ?? 'none'])
  return {
    providers: [],
    callbacks: { session: ({ session }) => ({ ...session, teams }) },
  }
})
same<Shown<typeof asyncConfig>['teams'], string[]>(true)

export const asyncCallback = routeAuth$(() => ({
  providers: [],
  callbacks: {
    session: async ({ session, token }) => ({ ...session, name: await findName(token.sub) }),
  },
}))
same<Shown<typeof asyncCallback>['name'], string>(true)

export const asyncBoth = routeAuth$(async () => ({
  providers: [],
  callbacks: {
    async session({ session, user }) {
      return { ...session, name: await findName(user.id) }
    },
  },
}))
same<Shown<typeof asyncBoth>['name'], string>(true)

export const satisfying = FrameworkAuth$(
  () =>
    ({
      providers: [],
      callbacks: { session: ({ session }) => ({ ...session, level: 7 }) },
    }) satisfies FrameworkAuthConfig<DefaultSession & { level: number }>,
)
same<Shown<typeof satisfying>['level'], number>(true)

interface Member extends DefaultSession {
  plan: 'free' | 'paid'
}
export const declared = routeAuth$((): FrameworkAuthConfig<Member> => ({
  providers: [],
  callbacks: { session: ({ session }) => ({ ...session, plan: 'free' }) },
}))
same<SessionOf<typeof declared>, Member | null>(true)
export const named = routeAuth$<Member>(() => ({
  providers: [],
  callbacks: { session: ({ session }) => ({ ...session, plan: 'paid' }) },
}))
same<SessionOf<typeof named>, Member | null>(true)

/** A config of several parts, some of which depend on the environment. */
export const large = FrameworkAuth$((event: RequestEventBase) => ({
  secret: [event.env.get('NEW') ?? '', event.env.get('OLD') ?? ''],
  basePath: '/api/auth',
  trustHost: event.env.get('NODE_ENV') !== 'production',
  providers: [
    Credentials({
      credentials: { email: { label: 'E-mail' } },
      authorize({ email }): User | null {
        if (email === '') throw new CredentialsSignin('No.', { fieldErrors: { email: ['Empty.'] } })
        return { id: '1' }
      },
    }),
  ],
  session: { maxAge: 60 },
  callbacks: {
    signIn: ({ user }) => user.id !== undefined,
    jwt: ({ token, user }) => (user ? { ...token, role: 'admin' } : token),
    session: ({ session, token }) => ({ ...session, role: token['role'] }),
  },
}))
same<Shown<typeof large>['role'], unknown>(true)

// What it is not.

// @ts-expect-error nobody may be signed in
accept<string>(plain.useSession().value.expires)
// @ts-expect-error the callback did not return it
accept(expressionBody.useSession().value?.rank)
// @ts-expect-error a loader is read, not written
plain.useSession().value = null
// @ts-expect-error a session has `expires`
routeAuth$(() => ({ providers: [], callbacks: { session: () => ({ role: 'admin' }) } }))
// @ts-expect-error `providers` is required
FrameworkAuth$(() => ({}))
// @ts-expect-error a function, not the config itself
FrameworkAuth$({ providers: [] })
// @ts-expect-error no such option
FrameworkAuth$(() => ({ providers: [], secrets: 'x' }) satisfies FrameworkAuthConfig)
// @ts-expect-error the name of a provider is text
FrameworkAuth$(() => ({ providers: [Credentials({ name: 1, authorize: () => null })] }))

// The actions: exact results, and only inputs that can be right.

const signIn = plain.useSignIn()
const signOut = plain.useSignOut()
same<typeof signIn.value, SignInResult | undefined>(true)
same<typeof signOut.value, SignOutResult | undefined>(true)
type Refused = Extract<SignInResult, { failed: true }>
same<Refused['formErrors'], string[]>(true)
same<Refused['fieldErrors']['providerId'], string[] | undefined>(true)
same<Refused['fieldErrors']['redirectTo'], string[] | undefined>(true)
same<Refused['fieldErrors']['options'], string[] | undefined>(true)
same<Refused['fieldErrors']['authorizationParams'], string[] | undefined>(true)
same<Refused['fieldErrors']['password'], string[] | undefined>(true)
same<
  Exclude<SignInResult, Refused>,
  Exclude<SignOutResult, Extract<SignOutResult, { failed: true }>>
>(true)
same<
  Extract<SignOutResult, { failed: true }>['fieldErrors'],
  Record<'redirectTo', string[] | undefined>
>(true)
accept<string[] | undefined>(
  signIn.value?.formErrors,
  signIn.value?.fieldErrors?.providerId,
  signIn.value?.fieldErrors?.['password'],
  signOut.value?.fieldErrors?.redirectTo,
)
accept<true | undefined>(signIn.value?.failed, signOut.value?.failed)
export const submitted = [
  signIn.submit(),
  signIn.submit({}),
  signIn.submit({ providerId: 'credentials', username: 'ada', password: 'x' }),
  signIn.submit({ providerId: 'github', redirectTo: '/', options: { redirectTo: '/a', x: 1 } }),
  signIn.submit({ authorizationParams: 'prompt=login' }),
  // @ts-expect-error Qwik sends JSON, which keeps nothing of these
  signIn.submit({ authorizationParams: new URLSearchParams() }),
  signIn.submit({ authorizationParams: new URLSearchParams().toString() }),
  signIn.submit({ authorizationParams: { prompt: 'login' } }),
  signIn.submit(new FormData()),
  signOut.submit(),
  signOut.submit({ redirectTo: '/' }),
  // @ts-expect-error an id is text
  signIn.submit({ providerId: 1 }),
  // @ts-expect-error a path is text
  signIn.submit({ redirectTo: ['/'] }),
  // @ts-expect-error options are fields by name
  signIn.submit({ options: 'redirectTo' }),
  // @ts-expect-error so is theirs
  signIn.submit({ options: { redirectTo: 1 } }),
  // @ts-expect-error parameters are text
  signIn.submit({ authorizationParams: { max_age: 0 } }),
  // @ts-expect-error a path is text
  signOut.submit({ redirectTo: 1 }),
]

// The plugin and the environment.

accept<string>(latchkey().name)
setEnvDefaults({ get: () => undefined }, { providers: [] })
// @ts-expect-error something to read from is needed
setEnvDefaults(undefined, { providers: [] })

declare function findName(id: string | undefined): Promise<string>

// The session on the server: typed by the config through `useSession`, and narrowed by a guard.

declare const event: RequestEventBase
export async function askForSessions(): Promise<void> {
  const whoever = await getSession(event)
  same<typeof whoever, Session | null>(true)
  const { useSession } = expressionBody
  const found = await getSession(event, { useSession })
  same<typeof found, SessionOf<typeof expressionBody>>(true)
  const updated = await updateSession(event, { anything: 1 }, expressionBody)
  same<typeof updated, SessionOf<typeof expressionBody>>(true)

  const required = await requireSession(event, expressionBody)
  same<typeof required, Shown<typeof expressionBody>>(true)
  const members = await requireSession(event, {
    useSession: named.useSession,
    allow: ({ plan }) => plan === 'paid',
    signInUrl: '/login/',
  })
  same<typeof members, Member>(true)
  const paying = await requireSession(event, { useSession: named.useSession, allow: isPaying })
  same<typeof paying, Member & { plan: 'paid' }>(true)
  const explicit = await requireSession<Member>(event, {
    allow: async ({ plan }) => plan === 'free',
  })
  same<typeof explicit, Member>(true)
  const plainly = await requireSession(event, { allow: ({ user }) => user?.name === 'Ada' })
  same<typeof plainly, Session>(true)

  // @ts-expect-error nobody may be signed in
  accept<string>(found.expires)
  // @ts-expect-error the callback did not return it
  accept(required.rank)
  // @ts-expect-error a session of this instance has no plan
  await requireSession(event, { ...expressionBody, allow: ({ plan }) => plan === 'paid' })
  // @ts-expect-error yes or no
  await requireSession(event, { allow: () => 'yes' })
  // @ts-expect-error an event, not a request
  await requireSession(event.request)
  // @ts-expect-error the loader of a session, not an action
  await getSession(event, { useSession: plain.useSignIn })
}
accept<RequestHandler>(async (given) => void (await requireSession(given)))
export const onServer = server$(async function () {
  return (await requireSession(this, named)).plan
})

declare function isPaying(member: Member): member is Member & { plan: 'paid' }
