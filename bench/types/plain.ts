/* oxlint-disable typescript/no-explicit-any -- the program that the others are compared with */
import type { RequestEventLoader, RequestHandler } from '@builder.io/qwik-city'

export type { Session } from 'latchkey'
export type { default as Credentials } from 'latchkey/providers/credentials'
export type { default as GitHub } from 'latchkey/providers/github'

// The same program, with nothing known of the library but its files.
declare const library: any

export const { onRequest, useSession, useSignIn, useSignOut } = library.routeAuth$(
  async ({ env }: any) => ({
    secret: env.get('AUTH_SECRET') ?? '',
    providers: [
      library.GitHub,
      library.Credentials({
        credentials: { email: { label: 'E-mail' }, password: { label: 'Password' } },
        authorize: ({ email }: any) => ({ id: '1', email: String(email) }),
      }),
    ],
    callbacks: {
      jwt: ({ token, user }: any) => (user ? { ...token, role: 'editor' } : token),
      session: ({ session, token }: any) => ({ ...session, role: String(token['role']) }),
    },
  }),
)

export const handler: RequestHandler = onRequest

export function read(): string | undefined {
  return useSession().value?.role
}

export async function act(): Promise<boolean | undefined> {
  const { value } = await useSignIn().submit({ providerId: 'credentials', redirectTo: '/' })
  const { value: out } = await useSignOut().submit({ redirectTo: '/' })
  return value.failed ?? out.failed
}

export async function serve(event: RequestEventLoader): Promise<string> {
  const mine = await library.getSession(event, { useSession })
  const needed = await library.requireSession(event, { useSession })
  const changed = await library.updateSession(event, { name: mine?.user?.name }, { useSession })
  return needed.role + (changed?.role ?? '')
}
