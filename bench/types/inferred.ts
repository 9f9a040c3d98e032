import { getSession, requireSession, routeAuth$, updateSession } from 'latchkey'
import type { RequestEventLoader, RequestHandler } from '@builder.io/qwik-city'
import Credentials from 'latchkey/providers/credentials'
import GitHub from 'latchkey/providers/github'

export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(async ({ env }) => ({
  secret: env.get('AUTH_SECRET') ?? '',
  providers: [
    GitHub,
    Credentials({
      credentials: { email: { label: 'E-mail' }, password: { label: 'Password' } },
      authorize: ({ email }) => ({ id: '1', email }),
    }),
  ],
  callbacks: {
    jwt: ({ token, user }) => (user ? { ...token, role: 'editor' } : token),
    session: ({ session, token }) => ({ ...session, role: String(token['role']) }),
  },
}))

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
  const mine = await getSession(event, { useSession })
  const needed = await requireSession(event, { useSession })
  const changed = await updateSession(event, { name: mine?.user?.name }, { useSession })
  return needed.role + (changed?.role ?? '')
}
