import { Hono } from 'hono'
import type { AuthConfig } from 'latchkey/core'
import { honoAuth, type AuthVariables } from './hono-auth.js'

/** A small app: a public page, a guarded one, and a form that signs out. */
export function makeApp(config: AuthConfig): Hono<{ Variables: AuthVariables }> {
  const auth = honoAuth(() => config)
  const app = new Hono<{ Variables: AuthVariables }>()
  app.use(auth.middleware)
  app.get('/', (c) => c.text(`Hello ${c.get('session')?.user?.name ?? 'visitor'}`))
  app.get('/account', auth.guard, (c) => c.text(`The account of ${c.get('session')?.user?.name}`))
  app.post('/login', async (c) => {
    const { redirectTo = '/account', ...fields } = await c.req.parseBody<Record<string, string>>()
    return auth.signIn(c, { providerId: 'credentials', redirectTo, fields })
  })
  app.post('/logout', (c) => auth.signOut(c, { redirectTo: '/' }))
  return app
}
