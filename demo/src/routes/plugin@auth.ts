import {
  CredentialsSignin,
  serverAuth$,
  type DefaultSession,
  type OIDCConfig,
  type Profile,
  type User,
} from 'latchkey'
import Credentials from 'latchkey/providers/credentials'
import { findByPassword, findRole, type Person } from '../people'

/** What the browser sees of a session. */
export interface DemoSession extends DefaultSession {
  user: User & Pick<Person, 'id' | 'role'>
}

/** Never leaves the server: a test looks for it in the files of the browser. */
const pepper = 'latchkey-demo-canary-5d1f0c7ab2e94368'

/** The OpenID provider that `npm start` serves; its address and our name there are in the environment. */
const demoId: OIDCConfig<Profile> = {
  id: 'demo',
  name: 'Demo ID',
  type: 'oidc',
  style: { brandColor: '#3d3bb3' },
}

export const { onRequest, useSession, useSignIn, useSignOut } = serverAuth$<DemoSession>(
  ({ env }) => ({
    providers: [
      Credentials({
        name: 'Password',
        credentials: {
          username: { label: 'User name', required: true },
          password: { label: 'Password', type: 'password', required: true },
        },
        authorize: async ({ username, password }) => {
          if (typeof username !== 'string' || typeof password !== 'string') return null
          if (username === 'locked') {
            throw new CredentialsSignin('This account is locked. Ask an admin to open it.', {
              code: 'locked',
            })
          }
          return findByPassword(username, password, pepper)
        },
      }),
      ...(env.get('AUTH_DEMO_ISSUER') ? [demoId] : []),
    ],
    callbacks: {
      jwt: ({ token, user }) => (user ? { ...token, role: findRole(user.id) } : token),
      session: ({ session, token }) => ({
        ...session,
        user: {
          ...session.user,
          id: token.sub ?? '',
          role: token['role'] === 'admin' ? 'admin' : 'member',
        },
      }),
    },
  }),
)
