import { betterAuth } from 'better-auth'
import { customSession } from 'better-auth/plugins'

export type { RequestHandler } from '@builder.io/qwik-city'

export const auth = betterAuth({
  emailAndPassword: { enabled: true },
  socialProviders: { github: { clientId: 'client', clientSecret: 'secret' } },
  plugins: [customSession(async ({ user, session }) => ({ user, session, role: 'editor' }))],
})

export async function read(headers: Headers): Promise<string | undefined> {
  return (await auth.api.getSession({ headers }))?.role
}

export async function act(headers: Headers): Promise<boolean> {
  await auth.api.signInEmail({ body: { email: 'ada@app.example', password: 'lovelace' } })
  return (await auth.api.signOut({ headers })).success
}
